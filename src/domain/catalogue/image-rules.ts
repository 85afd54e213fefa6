/** How rules choose among the shop's own pictures of parts: by color, and evenly where several fit. */
import type { SpecificationValues } from '#domain/catalogue/specification-fields.ts';

type Finish = 'black' | 'white' | 'silver' | 'red' | 'blue' | 'green';

/** The finish in which a part of a color is pictured; a color is the first word of what its maker calls it. */
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

/** The finish itself, then those that come nearest to it, best first; black is always pictured. */
export const nearestFinishes: Readonly<Record<Finish, readonly Finish[]>> = {
  black: ['black'],
  white: ['white', 'silver', 'black'],
  silver: ['silver', 'black'],
  red: ['red', 'black'],
  blue: ['blue', 'black'],
  green: ['green', 'blue', 'black'],
};

/** The finish of a color; undefined where no color is named. */
export function findFinish(color: SpecificationValues[string]): Finish | undefined {
  const first = String(color ?? '')
    .trim()
    .toLowerCase()
    .split(/[\s/,-]+/)
    .find((word) => Object.hasOwn(finishes, word));
  if (first) return finishes[first];
  return color === undefined || color === '' ? undefined : 'black';
}

/** The first of the candidates that is a picture. */
export function findPictured<Key extends string>(
  keys: readonly Key[],
  candidates: readonly string[],
): Key | undefined {
  const isPictured = (key: string): key is Key => (keys as readonly string[]).includes(key);
  return candidates.find(isPictured);
}

/** A test of a part's specification and name, and the pictures that fit the parts that pass it. */
export type ImageRule<Key extends string> = readonly [
  (specs: SpecificationValues, name: string) => boolean,
  readonly Key[],
];

/** A picture of the first rule that holds; where several fit, the part's name and capacity spread parts over them. */
export function applyImageRules<Key extends string>(
  rules: readonly ImageRule<Key>[],
  specs: SpecificationValues,
  name: string,
): Key | undefined {
  const fitting = rules.find(([holds]) => holds(specs, name))?.[1] ?? [];
  return fitting[hashBelow(fitting.length, `${name} ${specs.capacityGb}`)];
}

export function includesText(value: SpecificationValues[string], part: string): boolean {
  return typeof value === 'string' && value.includes(part);
}

/** A number below `count` that is always the same for a text and evenly spread over texts (FNV-1a). */
function hashBelow(count: number, text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return ((hash ^ (hash >>> 15)) >>> 0) % Math.max(1, count);
}
