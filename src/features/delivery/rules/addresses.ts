/** Postal addresses: which fields a country's addresses have, their checks, and the lines of a label. */
import {
  type Address,
  type AddressField,
  type AddressFieldName,
  type AddressInput,
  addressFieldNames,
  joinLines,
  maxLinesLength,
  maxLocationLength,
  type Region,
  splitLines,
} from '#delivery/rules/address-fields.ts';
import { countryRegions, countryRules } from '#delivery/rules/country-rules.ts';
import { invisibleCharacters, isStorable, phone } from '#kernel/fields.ts';
import type { FieldError } from '#kernel/refusals.ts';
import { wording } from '#kernel/wording.ts';

export const maxAddressFieldLength = 80;

const maxLines = 6; // with all others they fit on a label

const rulesByCountry: ReadonlyMap<string, string> = new Map(
  Object.entries(countryRules).flatMap(([codes, rule]) => codes.split(' ').map((code) => [code, rule])),
);

export const countryCodes: readonly string[] = [...rulesByCountry.keys()].sort();

export function isCountry(code: string): boolean {
  return countryCodes.includes(code);
}

/** 'Bangladesh'; what is no code of a country is its own name. */
export function nameCountry(code: string): string {
  return isCountry(code) ? (countryNames.of(code) ?? code) : code;
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

/** By name. */
export function listCountries(): { code: string; name: string }[] {
  return countryCodes
    .map((code) => ({ code, name: nameCountry(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** In the order in which the country writes them. An unknown country has none. */
export function listAddressFields(country: string): AddressField[] {
  const rule = findRule(country);
  if (!rule) return [];
  return [...rule.format.matchAll(/%([NADCSZ])/g)].flatMap(([, letter]) =>
    (fieldsOfLetters[letter ?? ''] ?? []).flatMap((name) =>
      name === 'line2' ? [] : [describeField(name, rule)],
    ),
  );
}

/** The checked address, or what is wrong with each field. */
export function checkAddress(input: AddressInput): Address | FieldError[] {
  const country = clean(input.country).toUpperCase();
  const rule = findRule(country);
  if (!rule) {
    const message = country === '' ? 'Choose a country' : `“${country}” is not the code of a country`;
    return [{ path: 'country', message }];
  }
  const fields = listAddressFields(country);
  const errors: FieldError[] = addressFieldNames
    .filter((name) => name !== 'line2')
    .filter((name) => clean(input[name]) !== '' && !fields.some((field) => field.name === name))
    .map((path) => ({
      path,
      message: `Addresses in ${nameCountry(country)} have no ${defaultLabels[path].toLowerCase()}: leave it empty`,
    }));
  const values: Partial<Record<AddressFieldName, string>> = {};
  for (const field of fields) {
    const text = field.isMultiline ? joinLines(input) : clean(input[field.name]);
    const value = normalizeField(field, text, rule);
    const message = findFieldProblem(field, value, rule);
    if (message) errors.push({ path: field.name, message });
    else if (value !== '') values[field.name] = value;
  }
  const number = phone(wording.messages.phone).safeParse(input.phone ?? '');
  if (!number.success) {
    errors.push({ path: 'phone', message: number.error.issues[0]?.message ?? wording.messages.phone });
  }
  if (errors.length > 0 || !number.success) return errors;
  const address = {
    ...values,
    country,
    name: values.name ?? '',
    ...splitLines(values.line1 ?? ''),
    phone: number.data,
  };
  if (formatLocation(address).length <= maxLocationLength) return address;
  return [{ path: 'line1', message: `At most ${maxLocationLength} characters are possible in all lines` }];
}

/** The lines of a label, the country's name last. */
export function formatAddress(address: Address): string[] {
  const rule = findRule(address.country);
  const lines = (rule?.format ?? '%N|%A|%C').split('|').map((line) => formatLine(line, address, rule));
  return [...lines.flatMap((line) => line.split('\n')), nameCountry(address.country)].filter(
    (line) => line !== '',
  );
}

/** The text that the specification calls location. */
export function formatLocation(address: Address): string {
  return formatAddress(address).join('\n');
}

/** 'California', for a listed region. */
export function nameRegion(country: string, region: string): string {
  const wanted = region.toLowerCase();
  return listRegions(country)?.find(({ code }) => code.toLowerCase() === wanted)?.name ?? region;
}

type Rule = {
  country: string;
  format: string;
  required: string;
  postcode: string;
  example: string;
  capitals: string;
  regionLabel: string;
};

const letters = {
  name: 'N',
  line1: 'A',
  line2: 'A',
  district: 'D',
  town: 'C',
  region: 'S',
  postcode: 'Z',
} as const satisfies Record<AddressFieldName, string>;

const fieldsOfLetters: Readonly<Record<string, readonly AddressFieldName[]>> = Object.groupBy(
  addressFieldNames,
  (name) => letters[name],
) as Record<string, AddressFieldName[]>;

const defaultLabels: Readonly<Record<AddressField['name'], string>> = {
  name: 'Recipient',
  line1: 'Location',
  district: 'District',
  town: 'Town',
  region: 'Region',
  postcode: 'Postcode',
};

/** Countries that write a region's code, and not its name, on a label. */
const countriesOfRegionCodes = ['US', 'CA', 'AU', 'BR', 'IT'];

function findRule(country: string): Rule | undefined {
  const line = rulesByCountry.get(country);
  if (!line) return undefined;
  const [format = '', required = '', postcode = '', example = '', capitals = '', regionLabel = ''] =
    line.split(';');
  return { country, format, required, postcode, example, capitals, regionLabel };
}

function describeField(name: AddressField['name'], rule: Rule): AddressField {
  const isRequired = name === 'name' || rule.required.includes(letters[name]);
  const options = name === 'region' ? listRegions(rule.country) : undefined;
  return {
    name,
    label: name === 'region' ? rule.regionLabel : defaultLabels[name],
    isRequired: isRequired || name === 'line1',
    ...(name === 'line1' && { isMultiline: true }),
    ...(name === 'postcode' && rule.example !== '' && { example: rule.example }),
    ...(name === 'postcode' && rule.postcode !== '' && { shape: describePostcode(rule) }),
    ...(options && { options }),
  };
}

/** Who types it may begin with the country or its prefix on labels, and separate it in other ways. */
function describePostcode(rule: Rule): AddressField['shape'] {
  const { country, postcode, example } = rule;
  const digits = postcode
    .replace(/\[[^\]]*\]|[ -]\??/g, (each) => (/^\[?[ -]/.test(each) ? '[ \\-]?' : each))
    .replace(new RegExp(`^${country}`), '(?:$&)?');
  return {
    pattern: `^(?:${listPostcodePrefixes(rule)})?(?:${digits})$`,
    message: `This is not a postcode of ${nameCountry(country)}${example ? `, which looks like ${example}` : ''}`,
  };
}

/** Of a regular expression. 'D-26133' was usual where postcodes are numbers. */
function listPostcodePrefixes({ country, format, example }: Rule): string {
  const onLabels = /[A-Z]+(?=-?%Z)/.exec(format)?.[0];
  const initial = /^\d/.test(example) ? country.charAt(0) : undefined;
  return `(?:${[country, onLabels, initial].filter(Boolean).join('|')})[ \\-]*`;
}

function listRegions(country: string): Region[] | undefined {
  return countryRegions[country]?.split(';').map((entry) => {
    const [code = '', name = ''] = entry.split('=');
    return { code, name };
  });
}

function clean(text: string | undefined): string {
  return (text ?? '').trim().replace(/ {2,}/g, ' ');
}

/** In capitals where the country wants it; a postcode as the country writes it; the code of a listed region. */
function normalizeField({ name, options }: AddressField, value: string, rule: Rule): string {
  if (name === 'postcode') return spellPostcode(rule.country, value);
  if (options) {
    const wanted = value.toLowerCase();
    const region = options.find(
      (one) => one.code.toLowerCase() === wanted || one.name.toLowerCase() === wanted,
    );
    return region?.code ?? value;
  }
  return value;
}

/** As the country writes it; what is no postcode of it, in capitals. */
export function spellPostcode(country: string, typed: string): string {
  const text = typed.toUpperCase();
  const rule = findRule(country);
  if (!rule || !new RegExp(describePostcode(rule)?.pattern ?? '').test(text)) return text;
  const prefix = new RegExp(`^${listPostcodePrefixes(rule)}`);
  const bare = text.replace(prefix, '');
  const spellings = [text, bare, country + bare].flatMap((each) => {
    const signs = each.replace(/[ -]/g, '');
    const separated = ['-', ' '].flatMap((separator) =>
      Array.from(signs, (_, at) => signs.slice(0, at) + separator + signs.slice(at)),
    );
    return [each, signs, ...separated];
  });
  return spellings.find((each) => isPostcode(each, rule)) ?? text;
}

function isPostcode(text: string, { postcode }: Rule): boolean {
  return new RegExp(`^(?:${postcode})$`).test(text);
}

function findFieldProblem(field: AddressField, value: string, rule: Rule): string | undefined {
  const { label, isRequired, shape, options } = field;
  if (value === '') return isRequired ? `${label} is required` : undefined;
  if (field.isMultiline) return findLinesProblem(value.split('\n'));
  if (value.length > maxAddressFieldLength) return `At most ${maxAddressFieldLength} characters are possible`;
  if (!isStorable(value) || value.search(invisibleCharacters) !== -1)
    return 'One line of text is needed here';
  if (shape && !isPostcode(value, rule)) return shape.message;
  if (options && !options.some(({ code }) => code === value)) return `Choose one of the list: ${label}`;
  return undefined;
}

function findLinesProblem(lines: readonly string[]): string | undefined {
  if (lines.length > maxLines) return `At most ${maxLines} lines are possible`;
  if (lines.join('\n').length > maxLinesLength) return `At most ${maxLinesLength} characters are possible`;
  const isPrintable = lines.every((line) => isStorable(line) && line.search(invisibleCharacters) === -1);
  return isPrintable ? undefined : 'This text contains characters that cannot be printed';
}

/** Separators stay only between two fields that are given, and what stands before a field with it. */
function formatLine(format: string, address: Address, rule: Rule | undefined): string {
  let line = '';
  let separator = '';
  let hasField = false;
  for (const [token, letter] of format.matchAll(/%([NADCSZ])|[^%]+/g)) {
    if (!letter) separator = token;
    else {
      const value = formatField(letter, address, rule);
      const before = hasField ? separator : separator.replace(/^[\s,/-]+/, '');
      if (value !== '') {
        line += before + value;
        hasField = true;
      }
      separator = '';
    }
  }
  return line;
}

function formatField(letter: string, address: Address, rule: Rule | undefined): string {
  const text = (fieldsOfLetters[letter] ?? [])
    .flatMap((name) => address[name] ?? [])
    .map((value) =>
      letter === 'S' && !countriesOfRegionCodes.includes(address.country)
        ? nameRegion(address.country, value)
        : value,
    )
    .join('\n');
  return rule?.capitals.includes(letter) ? text.toUpperCase() : text;
}
