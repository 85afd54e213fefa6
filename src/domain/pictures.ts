/** Which of the shop's own pictures stands for a part of which nobody has uploaded a photo: a matter of its specifications. */
import type { Category } from '#domain/parts.ts';
import type { SpecificationValues } from '#domain/specifications.ts';

/** Every picture of a part that `packages/art` renders; files and descriptions are in `catalogue/pictures`. */
export const pictureKeys = [
  'memory-1-black',
  'memory-1-white',
  'memory-1-silver',
  'memory-1-green',
  'memory-1-black-lit',
  'memory-1-white-lit',
  'memory-2-black',
  'memory-2-white',
  'memory-2-silver',
  'memory-2-red',
  'memory-2-green',
  'memory-2-black-lit',
  'memory-2-white-lit',
  'memory-2-silver-lit',
  'memory-3-black',
  'memory-4-black',
  'memory-4-white',
  'memory-4-silver',
  'memory-4-black-lit',
  'memory-4-white-lit',
  'memory-6-black',
  'memory-8-black',
  'hdd-35',
  'hdd-35-dark',
  'hdd-35-sealed',
  'hdd-25',
  'hdd-25-fast',
  'ssd-m2',
  'ssd-m2-label',
  'ssd-m2-green',
  'ssd-m2-heatsink',
  'ssd-m2-short',
  'ssd-msata',
  'ssd-25-dark',
  'ssd-25-silver',
  'ssd-25-enterprise',
  'ssd-card',
  'motherboard-eatx-black',
  'motherboard-eatx-4-black',
  'motherboard-atx-black',
  'motherboard-atx-silver',
  'motherboard-atx-white',
  'motherboard-atx-blue',
  'motherboard-micro-atx-black',
  'motherboard-micro-atx-silver',
  'motherboard-micro-atx-white',
  'motherboard-micro-atx-blue',
  'motherboard-micro-atx-slim-black',
  'motherboard-micro-atx-slim-green',
  'motherboard-mini-itx-black',
  'motherboard-mini-itx-white',
  'motherboard-mini-itx-green',
  'graphics-card-1-black',
  'graphics-card-1-white',
  'graphics-card-2-black',
  'graphics-card-2-white',
  'graphics-card-2-silver',
  'graphics-card-2-red',
  'graphics-card-3-black',
  'graphics-card-3-white',
  'graphics-card-3-silver',
  'graphics-card-3-red',
  'other',
] as const;
export type PictureKey = (typeof pictureKeys)[number];

type Finish = 'black' | 'white' | 'silver' | 'red' | 'blue' | 'green';
type Test = (specs: SpecificationValues, name: string) => boolean;

/** The finish that a part of a colour is pictured in; a colour is the first word of what its maker calls it. */
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

/** When the very finish is not pictured: which others come nearest, best first; black always is. */
const nearest: Readonly<Record<Finish, readonly Finish[]>> = {
  black: ['black'],
  white: ['white', 'silver', 'black'],
  silver: ['silver', 'black'],
  red: ['red', 'black'],
  blue: ['blue', 'black'],
  green: ['green', 'blue', 'black'],
};

/** Modules in a kit → modules in its picture. Kits of other counts are not made in numbers. */
const pictured = [8, 6, 4, 3, 2, 1];

const boardForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ATX: 'atx',
    'XL ATX': 'atx',
    'SSI CEB': 'atx',
    EATX: 'eatx',
    'SSI EEB': 'eatx',
    HPTX: 'eatx',
    'Micro ATX': 'micro-atx',
    'Flex ATX': 'micro-atx-slim',
    'Mini ITX': 'mini-itx',
    'Thin Mini ITX': 'mini-itx',
    'Mini DTX': 'mini-itx',
  }),
);

/** The first rule that holds counts; where several pictures fit, the part's name spreads parts over them. */
const driveRules: Readonly<Record<'hard-disk' | 'ssd', readonly [Test, readonly PictureKey[]][]>> = {
  'hard-disk': [
    [(disk) => disk.formFactor === '2.5-inch' && Number(disk.rpm ?? 0) >= 10_000, ['hdd-25-fast']],
    [(disk) => disk.formFactor === '2.5-inch' && isText(disk.interface, 'SAS'), ['hdd-25-fast']],
    [(disk) => disk.formFactor === '2.5-inch', ['hdd-25']],
    // Up to 10 TB there are disks full of air (Toshiba's MG06 is one); larger ones are filled with helium and welded shut.
    [(disk) => Number(disk.capacityGb ?? 0) > 10_000, ['hdd-35-sealed']],
    [(_, name) => /\bHe\d+\b/.test(name), ['hdd-35-sealed']],
    [() => true, ['hdd-35', 'hdd-35-dark']],
  ],
  ssd: [
    [(drive) => drive.formFactor === 'mSATA', ['ssd-msata']],
    [(drive) => drive.formFactor === 'PCIe card', ['ssd-card']],
    [(drive) => drive.formFactor === 'M.2-2230' || drive.formFactor === 'M.2-2242', ['ssd-m2-short']],
    [(drive) => isText(drive.formFactor, 'M.2') && isText(drive.interface, 'SATA'), ['ssd-m2-green']],
    [(drive, name) => isText(drive.formFactor, 'M.2') && /heat ?sink/i.test(name), ['ssd-m2-heatsink']],
    [
      (drive) => isText(drive.formFactor, 'M.2') && isText(drive.interface, 'PCIe 5'),
      ['ssd-m2-heatsink', 'ssd-m2-label'],
    ],
    [(drive) => isText(drive.formFactor, 'M.2'), ['ssd-m2', 'ssd-m2-label']],
    [(drive) => isText(drive.interface, 'SAS') || drive.interface === 'U.2', ['ssd-25-enterprise']],
    [(drive) => drive.formFactor === '3.5-inch', ['ssd-25-enterprise']],
    [() => true, ['ssd-25-dark', 'ssd-25-silver']],
  ],
};

/** What makers call cards by their fans, where a name says it. */
const fansByName: readonly [RegExp, number][] = [
  [/\b(3X|TRIO|TRIPLE|TRI|X3)\b/i, 3],
  [/\b(2X|TWIN|DUAL|DUO|DD|X2)\b|DC2|DCII|DirectCU II\b/i, 2],
  [/\b(MINI|ITX|SOLO|SINGLE|LP|LOW PROFILE|PASSIVE)\b/i, 1],
];

/** Length in millimetres from which a card has room for so many fans. */
const fansByLength: readonly [number, number][] = [
  [278, 3],
  [191, 2],
  [0, 1],
];

/** Chips that are sold on small cards with one fan, for cards of unknown length. */
const smallChips =
  /\b(GT|HD|R5|R7|GTS|RX 5[05]0|RX 6400|Arc A3\d0|Arc Pro|T\d{3,4}|P\d{3,4}|FirePro|Quadro|NVS|X\d{3,4}|[5-9]\d00)\b/i;

/**
 * Promises a picture that shows the part as its specifications say it is: the number of modules, the form factor, the
 * number of fans, the finish. `name` may tell what specifications do not (a light bar, a number of fans) and decides
 * between pictures that fit equally well. The answer is 'other' for the category of that name alone.
 */
export function pictureOf(category: Category, specs: SpecificationValues, name = ''): PictureKey {
  if (category === 'memory') return memoryPicture(specs, name);
  if (category === 'motherboard') return motherboardPicture(specs);
  if (category === 'graphics-card') return graphicsCardPicture(specs, name);
  if (category === 'other') return 'other';
  const fitting = driveRules[category].find(([holds]) => holds(specs, name))?.[1] ?? [];
  return fitting[spread(`${name} ${specs.capacityGb}`, fitting.length)] ?? 'other';
}

function memoryPicture(specs: SpecificationValues, name: string): PictureKey {
  const modules = Number(specs.modules ?? 2);
  const count = pictured.find((many) => many <= modules) ?? 1;
  // Modules of unknown colour are bare boards up to DDR3 and mostly dressed in black since.
  const finish = finishOf(specs.color) ?? (Number(specs.ddr ?? 4) <= 3 ? 'green' : 'black');
  const lit = /RGB|\bLED\b|\bLIT\b|AURA/i.test(name) ? '-lit' : '';
  const candidates = nearest[finish].flatMap((near) => [
    `memory-${count}-${near}${lit}`,
    `memory-${count}-${near}`,
  ]);
  return firstPictured(candidates, `memory-${count}-black`);
}

function motherboardPicture(specs: SpecificationValues): PictureKey {
  let form = boardForms.get(String(specs.formFactor)) ?? 'atx';
  const slots = Number(specs.memorySlots ?? 4);
  // Slots on both sides of the socket are what one sees first of such a board, whatever its length.
  if (form === 'atx' && slots > 4) form = 'eatx';
  else if (form === 'eatx' && slots <= 4) form = 'eatx-4';
  if (form === 'micro-atx' && slots <= 2) form = 'micro-atx-slim';
  const finish = finishOf(specs.color) ?? (Number(specs.maxMemoryGb ?? 64) <= 16 ? 'green' : 'black');
  return firstPictured(
    nearest[finish].map((near) => `motherboard-${form}-${near}`),
    `motherboard-${form}-black`,
  );
}

function graphicsCardPicture(specs: SpecificationValues, name: string): PictureKey {
  const fans = fansOf(specs, name);
  const finish = finishOf(specs.color) ?? 'black';
  const second = String(specs.color ?? '').split('/')[1];
  // Most cards are black with a second colour that tells them apart.
  const told = finish === 'black' && second ? (finishOf(second) ?? finish) : finish;
  const shown = told === 'silver' || told === 'red' ? told : finish;
  return firstPictured(
    nearest[shown].map((near) => `graphics-card-${fans}-${near}`),
    `graphics-card-${fans}-black`,
  );
}

function fansOf(specs: SpecificationValues, name: string): number {
  const length = specs.lengthMm === undefined ? undefined : Number(specs.lengthMm);
  const said = fansByName.find(([words]) => words.test(name))?.[1];
  const room = length === undefined ? 3 : length >= 215 ? 3 : length >= 150 ? 2 : 1;
  if (said !== undefined && said <= room && !(said === 1 && room === 3 && length !== undefined)) return said;
  if (length !== undefined) return fansByLength.find(([from]) => length >= from)?.[1] ?? 1;
  return smallChips.test(String(specs.chipset ?? '')) || Number(specs.memoryGb ?? 8) < 2 ? 1 : 2;
}

function finishOf(colour: SpecificationValues[string]): Finish | undefined {
  const first = String(colour ?? '')
    .trim()
    .toLowerCase()
    .split(/[\s/,-]+/)
    .find((word) => Object.hasOwn(finishes, word));
  if (first) return finishes[first];
  return colour === undefined || colour === '' ? undefined : 'black';
}

function firstPictured(candidates: readonly string[], otherwise: string): PictureKey {
  const isPictured = (key: string): key is PictureKey => (pictureKeys as readonly string[]).includes(key);
  return candidates.find(isPictured) ?? [otherwise].find(isPictured) ?? 'other';
}

function isText(value: SpecificationValues[string], part: string): boolean {
  return typeof value === 'string' && value.includes(part);
}

/** A number below `count` that is always the same for a text and evenly spread over texts (FNV-1a). */
function spread(text: string, count: number): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return ((hash ^ (hash >>> 15)) >>> 0) % Math.max(1, count);
}
