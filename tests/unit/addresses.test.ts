/** Addresses of countries: their fields, checks and lines. */
import { expect, test } from 'vitest';
import type { Address, AddressInput } from '#domain/delivery/address-fields.ts';
import { checkAddress, countryCodes, formatAddress, listAddressFields } from '#domain/delivery/addresses.ts';
import { countryRules } from '#domain/delivery/country-rules.ts';

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
    {
      country: 'GB',
      name: 'Mary',
      line1: '221B  Baker Street ',
      town: 'London',
      postcode: 'nw1 6xe',
    },
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

test.each<[AddressInput, { path: string; message: string }[]]>([
  [
    { ...american, postcode: '9404' },
    [{ path: 'postcode', message: 'This is not a postcode of United States, which looks like 95014' }],
  ],
  [{ ...american, region: 'Bayern' }, [{ path: 'region', message: 'Choose one of the list: State' }]],
  [{ ...american, line1: ' ' }, [{ path: 'line1', message: 'Address is required' }]],
  [{ ...american, name: 'A\nB' }, [{ path: 'name', message: 'One line of text is needed here' }]],
  [
    { ...american, line2: 'x'.repeat(81) },
    [{ path: 'line2', message: 'At most 80 characters are possible' }],
  ],
  [{ ...american, phone: 'none' }, [{ path: 'phone', message: 'This is not a telephone number' }]],
  [
    { ...american, district: 'Shoreline' },
    [{ path: 'district', message: 'Addresses in United States have no district: leave it empty' }],
  ],
  [{ ...american, country: 'XX' }, [{ path: 'country', message: '“XX” is not the code of a country' }]],
  [{}, [{ path: 'country', message: 'Choose a country' }]],
])('a wrong address is refused with a sentence for each field: %j', (input, errors) => {
  expect(checkAddress(input)).toEqual(errors);
});

test('every country has the fields that its addresses require, and its example is a postcode of it', () => {
  expect(countryCodes.length).toBeGreaterThan(240);
  for (const country of countryCodes) {
    const fields = listAddressFields(country);
    const names = fields.map(({ name }) => name);
    expect(names, country).toEqual(expect.arrayContaining(['name', 'line1', 'line2']));
    expect(new Set(names).size, country).toBe(names.length);
    const values = fields.map(({ name, example, options }) => [
      name,
      example ?? options?.[0]?.code ?? 'Words',
    ]);
    const address = checkAddress({ ...Object.fromEntries(values), country, phone });
    expect(address, country).not.toBeInstanceOf(Array);
    for (const line of formatAddress(address as Address)) expect(line).toMatch(/^[^\s,%|-].*[^\s,%|-]$/u);
  }
  expect(countryRules.map((rule) => rule.split(';').length).every((length) => length <= 7)).toBe(true);
});
