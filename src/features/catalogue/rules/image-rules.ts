/** Chooses among the shop's own images of parts: each kind says which facts are visible, and the nearest image is shown. */
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import images from '../../../../catalogue/pictures/pictures.json' with { type: 'json' };

/** A fact that an image shows, in few steps. */
export type VisibleFact = {
  /** As words of the image's key, from least to most; '' is what is usual, which no key names. */
  steps: readonly string[];
  /** How much worse an image becomes with each step that it is off. */
  weight: number;
  countSteps?(wanted: string, shown: string): number;
};

export type ImageKind = {
  /** What the keys begin with. */
  start: string;
  /** In the order of their words in a key. */
  facts: Readonly<Record<string, VisibleFact>>;
  /** The steps of a part. */
  look(specs: SpecificationValues, name: string): Readonly<Record<string, string>>;
  /** What is printed on the part: at most two short lines. */
  print?(specs: SpecificationValues, name: string): readonly (string | undefined)[];
  /** The end of the keys that show the part from its other side. */
  secondView?: string;
};

/** `key` is what shows the part exactly, whether or not it was rendered; `lines` are printed on it. */
export type WantedImage = { key: string; lines: readonly string[]; secondView: string | undefined };

type Candidate = { key: string; steps: Readonly<Record<string, string>> };

/** From this distance on, a second view would rather mislead than add something. */
const secondViewLimit = 20;

const rendered: ReadonlySet<string> = new Set(Object.keys(images));

/** What a category's definition says about the images of its parts. */
export function defineImages(kind: ImageKind) {
  const { start, facts, look, secondView } = kind;
  const looks = Object.entries(facts).reduce<Record<string, string>[]>(
    (made, [name, { steps }]) => made.flatMap((look) => steps.map((step) => ({ ...look, [name]: step }))),
    [{}],
  );
  const every = looks.map((steps) => ({ key: makeKey(start, facts, steps), steps }));
  const fronts = every.filter(({ key }) => rendered.has(key));
  const seconds = every.filter(({ key }) => rendered.has(`${key}-${secondView}`));
  /** By what the part looks like: each is looked for once. */
  function findNearest(candidates: readonly Candidate[], limit = Number.POSITIVE_INFINITY) {
    const nearest = new Map<string, string | undefined>();
    return (specs: SpecificationValues, name: string): string | undefined => {
      const wanted = look(specs, name);
      const key = Object.values(wanted).join();
      if (!nearest.has(key)) {
        const [least] = candidates
          .map((each) => ({ key: each.key, distance: countDistance(facts, wanted, each.steps) }))
          .filter(({ distance }) => distance < limit)
          .sort((one, other) => one.distance - other.distance);
        nearest.set(key, least?.key);
      }
      return nearest.get(key);
    };
  }
  const [findFront, findSecond] = [findNearest(fronts), findNearest(seconds, secondViewLimit)];
  return {
    imageKeys: fronts.map(({ key }) => key),
    findImageKey(specs: SpecificationValues, name: string): string | undefined {
      const key = findFront(specs, name);
      const printed = key && makePrintedKey(key, listLines(kind, specs, name));
      return printed && rendered.has(printed) ? printed : key;
    },
    findSecondImageKey(specs: SpecificationValues, name: string): string | undefined {
      const key = findSecond(specs, name);
      return key && `${key}-${secondView}`;
    },
    wantImage(specs: SpecificationValues, name: string): WantedImage {
      const key = makeKey(start, facts, look(specs, name));
      return { key, lines: listLines(kind, specs, name), secondView: secondView && `${key}-${secondView}` };
    },
  };
}

/** The image with these lines on it: 'ssd-m2-label--2-tb--7450-mb-s'. */
export function makePrintedKey(key: string, lines: readonly string[]): string {
  const words = lines.map((line) =>
    line
      .toLowerCase()
      .replace(/[^a-z\d]+/g, '-')
      .replace(/^-|-$/g, ''),
  );
  return [key, ...words].join('--');
}

/** How far an image with the steps `shown` is from what a part with the steps `wanted` looks like; 0: nothing differs. */
export function countDistance(
  facts: ImageKind['facts'],
  wanted: Readonly<Record<string, string>>,
  shown: Readonly<Record<string, string>>,
): number {
  return Object.entries(facts).reduce((sum, [name, { steps, weight, countSteps }]) => {
    const [from = '', to = ''] = [wanted[name], shown[name]];
    const count = countSteps ? countSteps(from, to) : Math.abs(steps.indexOf(from) - steps.indexOf(to));
    return sum + weight * count;
  }, 0);
}

function listLines({ print }: ImageKind, specs: SpecificationValues, name: string): string[] {
  return (print?.(specs, name) ?? []).filter((line) => line !== undefined && line !== '') as string[];
}

function makeKey(start: string, facts: ImageKind['facts'], steps: Readonly<Record<string, string>>): string {
  return [start, ...Object.keys(facts).map((fact) => steps[fact])].filter(Boolean).join('-');
}

type Finish = 'black' | 'white' | 'silver' | 'red' | 'blue' | 'green' | 'brown' | 'gold' | 'mixed';

/** The words of colors whose image has the finish. */
const colorWords: Readonly<Record<Exclude<Finish, 'mixed'>, string>> = {
  black: 'black camo multicolor clear purple',
  brown: 'brown',
  white: 'white beige pink',
  silver: 'silver gray grey chrome platinum',
  gold: 'gold yellow',
  red: 'red orange copper',
  blue: 'blue',
  green: 'green',
};

const finishes: ReadonlyMap<string, Finish> = new Map(
  Object.entries(colorWords).flatMap(([finish, words]) =>
    words.split(' ').map((word) => [word, finish as Finish]),
  ),
);

/** The finish, then the nearest ones, best first. */
const nearestFinishes: Readonly<Record<Finish, readonly Finish[]>> = {
  black: ['black', 'mixed'],
  mixed: ['mixed', 'black', 'silver'],
  white: ['white', 'silver', 'black'],
  silver: ['silver', 'mixed', 'black'],
  gold: ['gold', 'silver', 'black'],
  brown: ['brown', 'black'],
  red: ['red', 'black'],
  blue: ['blue', 'black'],
  green: ['green', 'blue', 'black'],
};

export function makeFinishFact(weight: number): VisibleFact {
  return {
    steps: Object.keys(nearestFinishes),
    weight,
    countSteps(wanted, shown) {
      const nearest = nearestFinishes[wanted as Finish];
      const at = nearest.indexOf(shown as Finish);
      return at < 0 ? nearest.length + 1 : at;
    },
  };
}

/** `accents`: second colors that decide what a black part looks like. */
export function findFinish(
  color: SpecificationValues[string],
  accents: Readonly<Partial<Record<Finish, Finish>>> = {},
): Finish | undefined {
  const [first, second] = String(color ?? '')
    .split('/')
    .map(findNamedFinish);
  if (first === 'black' && second && accents[second]) return accents[second];
  if (first) return first;
  return color === undefined || color === '' ? undefined : 'black';
}

/** By the first known word of the color's name. */
function findNamedFinish(color: string): Finish | undefined {
  const words = color
    .trim()
    .toLowerCase()
    .split(/[\s,-]+/);
  return words.flatMap((word) => finishes.get(word) ?? [])[0];
}

/** The first step whose limit a number does not exceed, beyond all limits the last; `unknown` where there is no number. */
export function findStep(
  value: SpecificationValues[string],
  steps: readonly string[],
  limits: readonly number[],
  unknown = '',
): string {
  if (value === undefined) return unknown;
  return steps.at(limits.findIndex((limit) => Number(value) <= limit)) ?? unknown;
}

export function includesText(value: SpecificationValues[string], part: string): boolean {
  return typeof value === 'string' && value.includes(part);
}

/** A stable choice, evenly spread over texts (FNV-1a). */
export function chooseBy<Item>(text: string, items: readonly Item[]): Item | undefined {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return items[((hash ^ (hash >>> 15)) >>> 0) % items.length];
}
