/** How the shop writes names, makers and numbers of the BuildCores OpenDB. */

import type { IdentifiedRecord } from '#domain/catalogue/import/open-db/list.ts';
import { makePlainName } from '#domain/catalogue/part-names.ts';
import { maxMpnLength } from '#domain/catalogue/part-numbers.ts';

/** Makers whose names other lists write differently. */
const brandSpellings: Readonly<Record<string, string>> = {
  ASUS: 'Asus',
  DeepCool: 'Deepcool',
  'G.SKILL': 'G.Skill',
  InWin: 'In Win',
  MONTECH: 'Montech',
  SilverStone: 'Silverstone',
};

export function readBrand({ metadata: { manufacturer } }: IdentifiedRecord): string | undefined {
  const brand = manufacturer && makePlainName(manufacturer);
  return brand ? (brandSpellings[brand] ?? brand) : undefined;
}

/** With the maker in front, without marks of registration, and without a retailer's list of facts behind it. */
export function readName(record: IdentifiedRecord): string {
  const plain = makePlainName(record.metadata.name.replace(/[™®©]/g, ''))
    .replace(/(?<=\bCore )(i[3579]) (?=\d{3,5})/, '$1-')
    .replace(processorFacts, '')
    .replace(factLists, '')
    .replace(/(?<= [23]\.5)(?:"|”|'')/g, '-inch')
    .replace(/[\s,—–-]+$/, '');
  const short = plain.length > maxTitleLength ? cutTitle(plain) : plain;
  const brand = readBrand(record);
  return !brand || simplify(short).includes(simplify(brand)) ? short : `${brand} ${short}`;
}

/** ' 3.8 GHz 6-Core AM4' */
const processorFacts = / \d(?:\.\d+)? GHz \d+-Core(?: (?:LGA ?[\d-]+|[A-Z]{1,3}\d\+?))?(?= |$)/i;

/** ', USB 3.2 Gen 1 Type-A, and 342 x 170 x 250 mm dimensions' of cases. */
const factLists = /(?:,| with| and)*(?<=\S)[\s,]+(?:USB \d\.\d|USB Type-C)\b.*$/i;

const maxTitleLength = 120;

/** At the first comma or word that begins a description. */
function cutTitle(title: string): string {
  const end = title.slice(20).search(/, | - | \| | with | for /i);
  return end < 0 ? title : title.slice(0, 20 + end);
}

/** The number that looks most like a maker's: lists also have names and bar codes among them. */
export function readMpn({ metadata: { part_numbers: numbers, name } }: IdentifiedRecord): string | undefined {
  const possible = (numbers ?? [])
    .map((number) => number.trim())
    .filter((number) => number !== '' && number.length <= maxMpnLength && !isNoMpn.test(number));
  return possible.find((number) => isCode(number, name)) ?? possible[0];
}

/** Several numbers in one, a UUID, a bar code. */
const isNoMpn = /\s{2}|^[0-9a-f]{8}-[0-9a-f]{4}-|^\d{11,14}$|[^\x20-\x7e]/i;

const isCode = (number: string, name: string) =>
  /\d/.test(number) && !/\s/.test(number) && !simplify(name).includes(simplify(number));

function simplify(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
