/** Names of places as people type them: compared without case, accents and punctuation. */
import { countryCodes, nameCountry } from '#delivery/rules/addresses.ts';

/** 'Łódź' and 'LODZ', 'St. Pölten' and 'st polten' are one name. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßøłđæœı]/g, (letter) => undecomposedLetters[letter] ?? letter)
    .replace(/[.'’]/g, '')
    .replace(/[\p{P}\s]+/gu, ' ')
    .trim();
}

/** The country that is the last line of a location, or its last part after a comma; undefined: none is named there. */
export function findNamedCountry(location: string): string | undefined {
  const [last = ''] = location.split(/[\n,]/).filter(foldName).slice(-1);
  return getCountriesByName().get(foldName(last));
}

const undecomposedLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' },
};

function listCountryNames(code: string): string[] {
  return [nameCountry(code), shortNames.of(code) ?? code, ...(otherNames[code] ?? [])];
}

const shortNames = new Intl.DisplayNames(['en'], { type: 'region', style: 'short' });

const otherNames: Readonly<Record<string, string[]>> = {
  AE: ['UAE'],
  CD: ['Democratic Republic of the Congo'],
  CI: ['Ivory Coast'],
  CZ: ['Czech Republic'],
  GB: ['Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  KR: ['Republic of Korea'],
  MM: ['Burma'],
  NL: ['Holland', 'The Netherlands'],
  RU: ['Russian Federation'],
  TR: ['Turkey'],
  US: ['USA', 'United States of America'],
};

/** Folding all names takes a millisecond, and each order by a text asks for one. */
let countriesByName: ReadonlyMap<string, string> | undefined;

function getCountriesByName(): ReadonlyMap<string, string> {
  countriesByName ??= new Map(
    countryCodes.toReversed().flatMap((code) => listCountryNames(code).map((name) => [foldName(name), code])),
  );
  return countriesByName;
}
