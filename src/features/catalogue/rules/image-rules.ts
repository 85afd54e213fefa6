/** Rules that choose among the shop's own images of parts: by color, and evenly where several fit. */
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';

type Finish = 'black' | 'white' | 'silver' | 'red' | 'blue' | 'green';

/** The finish of the image for each color, by the first known word of the color's name. */
const finishes: Readonly<Record<string, Finish>> = {
  black: 'black',
  brown: 'black',
  camo: 'black',
  multicolor: 'black',
  clear: 'black',
  purple: 'black',
  white: 'white',
  beige: 'white',
  pink: 'white',
  silver: 'silver',
  gray: 'silver',
  grey: 'silver',
  chrome: 'silver',
  gold: 'silver',
  platinum: 'silver',
  red: 'red',
  orange: 'red',
  copper: 'red',
  yellow: 'red',
  blue: 'blue',
  green: 'green',
};

/** The finish, then the nearest ones, best first; every image exists in black. */
const nearestFinishes: Readonly<Record<Finish, readonly Finish[]>> = {
  black: ['black'],
  white: ['white', 'silver', 'black'],
  silver: ['silver', 'black'],
  red: ['red', 'black'],
  blue: ['blue', 'black'],
  green: ['green', 'blue', 'black'],
};

export function findFinish(color: SpecificationValues[string]): Finish | undefined {
  const word = String(color ?? '')
    .trim()
    .toLowerCase()
    .split(/[\s/,-]+/)
    .find((each) => Object.hasOwn(finishes, each));
  if (word) return finishes[word];
  return color === undefined || color === '' ? undefined : 'black';
}

/** The images of a category, by the ends of their names. */
export function listImages(start: string, ends: string): string[] {
  return ends.split(/\s+/).map((end) => `${start}-${end}`);
}

/** The image in the finish, or in the nearest one in which it exists; `end`: of an image that is shown where it exists. */
export function findFinishedImage(
  keys: readonly string[],
  start: string,
  finish: Finish = 'black',
  end = '',
): string | undefined {
  const candidates = nearestFinishes[finish].flatMap((near) => [
    `${start}-${near}${end}`,
    `${start}-${near}`,
  ]);
  return candidates.find((key) => keys.includes(key));
}

export type ImageRule = readonly [
  matches: (specs: SpecificationValues, name: string) => boolean,
  keys: readonly string[],
];

/** An image of the first rule that matches; a hash of name and capacity spreads parts over several. */
export function applyImageRules(
  rules: readonly ImageRule[],
  specs: SpecificationValues,
  name: string,
): string | undefined {
  const keys = rules.find(([matches]) => matches(specs, name))?.[1] ?? [];
  return keys[hashBelow(keys.length, `${name} ${specs.capacityGb}`)];
}

export function includesText(value: SpecificationValues[string], part: string): boolean {
  return typeof value === 'string' && value.includes(part);
}

/** A stable number below `count`, evenly spread over texts (FNV-1a). */
function hashBelow(count: number, text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return ((hash ^ (hash >>> 15)) >>> 0) % Math.max(1, count);
}
