/** The people who have bought in the demo, and where their parts go. They have no password: nobody logs in as one of them. */
import type { Address } from '#delivery/rules/address-fields.ts';

type TraderAddress = Omit<Address, 'name'>;

/** Of the demo's customer, who has a password; the first is the default. */
export const customerAddresses: readonly [TraderAddress, TraderAddress] = [
  inBangladesh('Rail Station Road 14', 'Sreemangal', '3210', '1711 000001'),
  inDhaka('House 12, Road 5, Dhanmondi', '1205', '1711 000001'),
];

/** Twenty-four; the demo's customer is the twenty-fifth. */
export const traders: readonly ReturnType<typeof makeTrader>[] = [
  makeTrader('Amina Yusuf', makeAddress('KE', 'Moi Avenue 31', 'Nakuru', '20100', '+254 700 000101'), true),
  makeTrader('Lars Eriksen', makeAddress('NO', 'Storgata 84', 'Tromsø', '9008', '+47 400 00 102'), true),
  makeTrader('Priya Raman', inDhaka('House 41, Road 11, Banani', '1213', '1711 000103'), true),
  makeTrader('Mei Tanaka', inDhaka('Apartment 6B, Gulshan Avenue 92', '1212', '1711 000104'), true),
  makeTrader('Kwame Boateng', inBangladesh('College Road 7', 'Rajshahi', '6000', '1711 000105'), true),
  makeTrader('Julia Novak', makeAddress('DE', 'Dorfstraße 3', 'Görlitz', '02826', '+49 3581 000106'), true),
  makeTrader('Omar Haddad', inDhaka('Satmasjid Road 58', '1209', '1711 000107'), true),
  makeTrader(
    "Grace O'Brien",
    makeAddress('GB', '5 Mill Lane', 'Kendal', 'LA9 4AD', '+44 20 7946 0108'),
    true,
  ),
  makeTrader('Dmitri Volkov', inBangladesh('Zindabazar 22', 'Sylhet', '3100', '1711 000109'), true),
  makeTrader('Chloé Martin', inDhaka('House 9, Road 27, Mirpur', '1216', '1711 000110'), true),
  makeTrader('Nguyen Van An', inDhaka('Elephant Road 140', '1205', '1711 000111'), true),
  makeTrader('Sofia Almeida', inBangladesh('Jessore Road 63', 'Khulna', '9100', '1711 000112'), true),
  makeTrader('Ben Whitaker', inDhaka('House 77, Road 4, Uttara', '1230', '1711 000113'), true),
  makeTrader('Farida Begum', inBangladesh('Station Road 18', 'Mymensingh', '2200', '1711 000114')),
  makeTrader('Rafiq Ahmed', inDhaka('New Eskaton Road 5', '1000', '1711 000115')),
  makeTrader('Nusrat Jahan', inDhaka('Green Road 112', '1205', '1711 000116')),
  makeTrader('Tanvir Hasan', inBangladesh('Court Road 40', 'Barisal', '8200', '1711 000117')),
  makeTrader('Shirin Akter', inBangladesh('Agrabad 15', 'Chattogram', '4100', '1711 000118')),
  makeTrader('Jamal Uddin', inBangladesh('Bazar Road 2', 'Bogura', '5800', '1711 000119')),
  makeTrader('Ruma Das', inDhaka('Tejgaon Road 33', '1215', '1711 000120')),
  makeTrader('Imran Khan', inDhaka('House 3, Block C, Bashundhara', '1229', '1711 000121')),
  makeTrader('Lina Chowdhury', inBangladesh('Hill View 11', 'Rangamati', '4500', '1711 000122')),
  makeTrader('Arif Hossain', inBangladesh('Mill Road 29', 'Narayanganj', '1400', '1711 000123')),
  makeTrader('Peter Gomes', inBangladesh('Mission Road 8', 'Dinajpur', '5200', '1711 000124')),
];

/** What they write of parts that they have got; any of it is true of any part. */
export const reviewTexts: readonly { rating: number; text: string }[] = [
  {
    rating: 5,
    text: 'Sealed in its own box, exactly the revision that the page describes, and running since the first evening.',
  },
  {
    rating: 5,
    text: 'Ordered on a Sunday, at my door on Tuesday. The specifications here were right to the last line.',
  },
  {
    rating: 4.5,
    text: 'Does what it should and was a little cheaper than in town. The carton was bigger than it had to be.',
  },
  {
    rating: 4,
    text: 'A solid part for the price. I would have liked a longer manual, but everything fits as promised.',
  },
  {
    rating: 5,
    text: 'The second one that I bought here. Both work without a fault, and the invoice was there at once.',
  },
  {
    rating: 4.5,
    text: 'Came well packed over a long road. I checked it with my old one side by side and it is clearly faster.',
  },
  {
    rating: 4,
    text: 'Good, and quieter than I had feared. Half a day later than promised because of the rain.',
  },
  {
    rating: 5,
    text: 'The check of my build said that it fits, and it does, with the few millimetres that were announced.',
  },
  { rating: 3.5, text: 'Fine for an office machine. If you want to play with it, spend a little more.' },
  { rating: 5, text: 'My daughter built her first computer with it. No dead part, no missing screw.' },
];

function makeTrader(name: string, address: TraderAddress, hasAvatar = false) {
  const names = name
    .normalize('NFD')
    .replace(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .split(' ');
  const email = `${names.join('.')}@compact.test`;
  return { name, email, avatar: hasAvatar ? names[0] : undefined, address };
}

function makeAddress(
  country: string,
  line1: string,
  town: string,
  postcode: string,
  phone: string,
): TraderAddress {
  return { country, line1, town, postcode, phone };
}

function inBangladesh(line: string, town: string, postcode: string, phone: string): TraderAddress {
  return makeAddress('BD', line, town, postcode, `+880 ${phone}`);
}

function inDhaka(line: string, postcode: string, phone: string): TraderAddress {
  return inBangladesh(line, 'Dhaka', postcode, phone);
}
