/** Addresses of countries: their fields, checks and lines. */
import { expect, test } from 'vitest';
import { billingSchema } from '#delivery/contract/addresses.ts';
import { type Address, type AddressInput, joinLines } from '#delivery/rules/address-fields.ts';
import { checkAddress, countryCodes, formatAddress, listAddressFields } from '#delivery/rules/addresses.ts';
import { countryRules } from '#delivery/rules/country-rules.ts';
import { beginAddress } from '#delivery/rules/saved-addresses.ts';

const phone = '+880 1712 345678';
const american = {
  country: 'US',
  name: 'Ada Lovelace',
  line1: '1600 Amphitheatre Parkway',
  line2: 'Building 41',
  town: 'Mountain View',
  region: 'CA',
  postcode: '94043',
  phone,
};

test.each<[string, AddressInput, string[]]>([
  [
    'Bangladesh',
    {
      country: 'BD',
      name: 'রহিমা খাতুন',
      line1: 'House 12, Road 5',
      line2: 'Dhanmondi',
      town: 'Dhaka',
      postcode: '1209',
    },
    ['রহিমা খাতুন', 'House 12, Road 5', 'Dhanmondi', 'Dhaka - 1209', 'Bangladesh'],
  ],
  [
    'Bangladesh, without a postcode',
    { country: 'bd', name: 'Karim', line1: 'By the mosque', town: 'Sylhet' },
    ['Karim', 'By the mosque', 'Sylhet', 'Bangladesh'],
  ],
  [
    'the United States, the region by its name',
    { ...american, region: 'california' },
    ['Ada Lovelace', '1600 Amphitheatre Parkway', 'Building 41', 'MOUNTAIN VIEW, CA 94043', 'United States'],
  ],
  [
    'Austria, with what a driver needs',
    {
      ...{ country: 'AT', name: 'Eva', line1: ' Ring 1\r\n\r\nStiege 2 ', line2: 'Blaues  Tor\nHund' },
      ...{ town: 'Wien', postcode: '1010' },
    },
    ['Eva', 'Ring 1', 'Stiege 2', 'Blaues Tor', 'Hund', '1010 Wien', 'Austria'],
  ],
  [
    'Germany',
    {
      country: 'DE',
      name: 'Jürgen Groß',
      line1: 'Straße des 17. Juni 135',
      town: 'Berlin',
      postcode: '10623',
    },
    ['Jürgen Groß', 'Straße des 17. Juni 135', '10623 Berlin', 'Germany'],
  ],
  [
    'the United Kingdom',
    { country: 'GB', name: 'Mary', line1: '221B  Baker Street ', town: 'London', postcode: 'nw1 6xe' },
    ['Mary', '221B Baker Street', 'LONDON', 'NW1 6XE', 'United Kingdom'],
  ],
  [
    'Switzerland, whose postcode was typed with its prefix',
    { country: 'CH', name: 'Urs', line1: 'Seestrasse 1', town: 'Zürich', postcode: 'CH-8002' },
    ['Urs', 'Seestrasse 1', 'CH-8002 Zürich', 'Switzerland'],
  ],
  [
    'Japan',
    { country: 'JP', name: 'Ken', line1: '1-1 Chiyoda', region: 'Tokyo', postcode: '100-0001' },
    ['Ken', '1-1 Chiyoda, TOKYO', '100-0001', 'Japan'],
  ],
])('an address in %s is written as there', (_country, input, lines) => {
  const address = checkAddress({ phone, ...input });
  expect(address).not.toBeInstanceOf(Array);
  expect(formatAddress(address as Address)).toEqual(lines);
});

test.each<[AddressInput, string, string]>([
  [{ postcode: '9404' }, 'postcode', 'This is not a postcode of United States, which looks like 95014'],
  [{ region: 'Bayern' }, 'region', 'Choose one of the list: State'],
  [{ line1: ' ', line2: ' ' }, 'line1', 'Location is required'],
  [{ name: 'A\nB' }, 'name', 'One line of text is needed here'],
  [{ line2: 'x'.repeat(300) }, 'line1', 'At most 300 characters are possible'],
  [{ line1: 'a\n'.repeat(8) }, 'line1', 'At most 6 lines are possible'],
  [{ line1: 'Lane\u202e 1' }, 'line1', 'This text contains characters that cannot be printed'],
  [{ town: 'x'.repeat(81) }, 'town', 'At most 80 characters are possible'],
  [{ phone: 'none' }, 'phone', 'This is not a telephone number'],
  [{ district: 'Shoreline' }, 'district', 'Addresses in United States have no district: leave it empty'],
  [{ country: 'XX' }, 'country', '“XX” is not the code of a country'],
])('an address with the wrong %j is refused at its %s: %s', (wrong, path, message) => {
  expect(checkAddress({ ...american, ...wrong })).toEqual([{ path, message }]);
});

test('an invoice is for a company of one line', () => {
  expect(billingSchema.shape.company.safeParse('Parts & Co\nVAT number: DE1').success).toBe(false);
});

test.each([
  ['SE', 'SE 114 55', '114 55'],
  ['NL', 'NL-1234 ab', '1234 AB'],
  ['NL', '1234-AB', '1234AB'],
  ['PL', '00950', '00-950'],
  ['DE', 'D-26133', '26133'],
  ['PT', 'PT 2725 079', '2725-079'],
  ['OM', 'PC133', 'PC 133'],
  ['GB', 'sw1a-1aa', 'SW1A1AA'],
  ['LV', 'lv 1073', 'LV-1073'],
  ['LV', '1073', 'LV-1073'],
  ['KY', '11100', 'KY1-1100'],
  ['US', '95014 1234', '95014 1234'],
  ['US', '950141234', '95014-1234'],
])('a postcode of %s that is typed “%s” is %s', (country, postcode, kept) => {
  const fields = listAddressFields(country);
  const values = fields.map(({ name, options }) => [name, options?.[0]?.code ?? 'Words']);
  expect(checkAddress({ ...Object.fromEntries(values), country, phone, postcode })).toMatchObject({
    postcode: kept,
  });
});

test('no address is refused at its country alone', () => {
  expect(checkAddress({})).toEqual([{ path: 'country', message: 'Choose a country' }]);
});

test('every country has the fields that its addresses require, and its example is a postcode of it', () => {
  expect(countryCodes.length).toBeGreaterThan(240);
  for (const country of countryCodes) {
    const fields = listAddressFields(country);
    const names = fields.map(({ name }) => name);
    expect(names, country).toEqual(expect.arrayContaining(['name', 'line1']));
    expect(new Set(names).size, country).toBe(names.length);
    const values = fields.map(({ name, example, options }) => [
      name,
      example ?? options?.[0]?.code ?? 'Words',
    ]);
    const address = checkAddress({ ...Object.fromEntries(values), country, phone });
    expect(address, country).not.toBeInstanceOf(Array);
    const { example, shape } = fields.find(({ name }) => name === 'postcode') ?? {};
    if (example && shape) expect(example, country).toMatch(new RegExp(shape.pattern, 'v')); // as browsers read it
    for (const line of formatAddress(address as Address)) expect(line).toMatch(/^[^\s,%|-].*[^\s,%|-]$/u);
  }
  expect(Object.values(countryRules).every((rule) => rule.split(';').length <= 6)).toBe(true);
});

test('the lines of a location are kept as the first one and the others, however they were sent', () => {
  const typed = { ...american, line2: undefined, line1: 'House 12\nRoad 5\nBlue gate' };
  const kept = { ...american, line1: 'House 12', line2: 'Road 5\nBlue gate' };
  expect(checkAddress(typed)).toEqual(kept);
  expect(checkAddress(kept)).toEqual(kept);
  expect(joinLines(kept)).toBe(typed.line1);
  expect(checkAddress({ ...american, line2: '' })).not.toHaveProperty('line2');
  const known = { name: 'Ada', address: null, location: '1 Farm Lane\nBlue gate', phone };
  expect(beginAddress(known, 'BD')).toMatchObject({ line1: '1 Farm Lane', line2: 'Blue gate' });
});
