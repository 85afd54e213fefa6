/** Graphics cards. */
import { type CategoryDefinition, makeLabels } from '#catalogue/rules/category-definition.ts';
import { describeClocks, surround } from '#catalogue/rules/clauses.ts';
import { powerConnectors } from '#catalogue/rules/facts/fact-types.ts';
import { defineImages, findFinish, findStep, makeFinishFact } from '#catalogue/rules/image-rules.ts';
import {
  amount,
  colorField,
  makeSchema,
  type SpecificationField,
  type SpecificationValues,
  specificationText,
  wholeAmount,
} from '#catalogue/rules/specification-fields.ts';
import { noiseField, warrantyField } from '#catalogue/rules/stated-facts.ts';

const fields = {
  /** Free text: new ones appear all the time. */
  chipset: {
    label: 'Chipset',
    schema: specificationText,
    group: 'Speed',
    explanation: 'The graphics chip; cards with the same chip perform within a few percent of each other.',
  },
  memoryGb: {
    label: 'Memory',
    ...amount('memory', { possible: [0.015625, 4096], isAlwaysKnown: true }),
    better: 'more',
    superlatives: { nouns: ['vram', 'ram', 'gb', 'gigabytes'] },
    explanation:
      'The card’s own memory (VRAM); large textures, high resolutions and machine learning fill it first.',
  },
  coreClockMhz: {
    label: 'Core clock',
    ...wholeAmount('clock', { possible: [50, 10000], plausible: [200, 4000] }),
    phrase: '# core clock',
    explanation: 'The clock that the chip holds under load; compare it only between cards of the same chip.',
  },
  boostClockMhz: {
    label: 'Boost clock',
    ...wholeAmount('clock', { possible: [50, 10000], plausible: [300, 4500] }),
    better: 'more',
    betterWithin: 'chipset',
    superlatives: { nouns: ['boost', 'clock', 'clock speed', 'frequency', 'boost speed'] },
    phrase: '# boost clock',
    explanation: 'The clock it rises to while temperature and power allow.',
  },
  lengthMm: {
    label: 'Length',
    ...wholeAmount('length', { possible: [40, 700], plausible: [60, 450] }),
    group: 'Size',
    superlatives: {
      most: ['longest', 'biggest', 'largest'],
      least: ['shortest', 'smallest', 'most compact'],
    },
    phrase: '# long',
    explanation: 'From bracket to end; compare it with the longest card that the case’s maker allows.',
  },
  slotWidth: {
    label: 'Thickness',
    ...amount('slots', { possible: [0.5, 10], plausible: [1, 5] }),
    superlatives: { least: ['slimmest'], nouns: ['slots'] },
    phrase: '# thick',
    explanation: 'How many expansion slots it covers; the case must have that many, rounded up.',
  },
  watts: {
    label: 'Power',
    ...wholeAmount('power', { possible: [1, 5000], plausible: [10, 1000] }),
    group: 'Power',
    superlatives: {
      least: ['most power efficient', 'most efficient', 'least power hungry'],
      nouns: ['power draw', 'power consumption', 'power usage', 'tdp', 'wattage', 'consumption'],
    },
    explanation: 'What it draws under full load; the power supply must carry that beside all else.',
  },
  powerConnectors: {
    label: 'Power connectors',
    type: powerConnectors,
    explanation:
      'The plugs that the card needs from the power supply; a plug of 6 + 2 pins serves sockets of six and of eight.',
  },
  noiseDb: { ...noiseField, group: 'Cooling' },
  warrantyYears: warrantyField,
  color: colorField,
  family: {
    label: 'Chip family',
    group: 'Chip',
    explanation:
      'Chips of one family came out together and know the same techniques; newer ones last longer.',
    derivedFrom: 'the chipset',
  },
} as const satisfies Record<string, SpecificationField>;

/** Against what cards with so many fans usually have; so are the thicknesses. */
const lengths = ['short', '', 'long'];
const thicknesses = ['thin', '', 'thick', 'thickest'];

const images = defineImages({
  start: 'graphics-card',
  facts: {
    fans: { steps: ['1', '2', '3'], weight: 100 },
    length: { steps: lengths, weight: 5 },
    thickness: { steps: thicknesses, weight: 4 },
    finish: makeFinishFact(7),
  },
  look(specs, name) {
    const fans = countFans(specs, name);
    const { lengthsMm = [], slotWidths = [] } = usualSizes[fans] ?? {};
    return {
      fans: `${fans}`,
      length: findStep(specs.lengthMm, lengths, lengthsMm),
      thickness: findStep(specs.slotWidth, thicknesses, slotWidths),
      finish: findFinish(specs.color, { silver: 'silver', red: 'red', gold: 'gold' }) ?? 'black',
    };
  },
  print: ({ chipset, memoryGb }) => [
    nameChip(String(chipset ?? '')).replace(/^(?:GeForce|Radeon) | Generation$/g, ''),
    memoryGb === undefined || Number(memoryGb) < 1 ? undefined : `${memoryGb} GB`,
  ],
  secondView: 'ports',
});

export const graphicsCard = {
  id: 'graphics-card',
  labels: makeLabels('Graphics card', 'Graphics cards'),
  schema: makeSchema(fields),
  fields,
  typicalGrams: 1_800,
  similarityWeights: { chipset: 4, memoryGb: 3, boostClockMhz: 1, lengthMm: 1 },
  variantFields: ['chipset', 'memoryGb', 'color'],
  listNameAdditions: ({ chipset, memoryGb }) => [
    nameChip(String(chipset)),
    Number(memoryGb) < 1 ? `${Number(memoryGb) * 1024} MB` : `${memoryGb} GB`,
  ],
  cleanName: (name, { chipset }) => writeChip(name, nameChip(String(chipset))),
  describe: (values) => [
    `A graphics card with the ${nameChip(values.chipset ?? '')} and ${values.memoryGb} of its own memory`,
    describeClocks(values.coreClockMhz, values.boostClockMhz),
    surround('The card is ', values.color),
    surround('It is ', values.lengthMm, ' long: the case must have room for that'),
    surround('It draws ', values.watts, describeConnectors(values.powerConnectors)),
  ],
  skuPrefix: 'GPU',
  ...images,
  homeImageKey: 'graphics-card-3-silver',
} as const satisfies CategoryDefinition<keyof typeof fields>;

/** Without the memory, which names have at their end: 'GeForce RTX 3080 LHR' for 'GeForce RTX 3080 10GB LHR'. */
function nameChip(chipset: string): string {
  return chipset.replace(/ \d+ ?GB\b/, '');
}

/** The chip by its full name, once: 'MSI GTX 1050 Ti 4GT OC' is 'MSI GeForce GTX 1050 Ti 4GT OC'. */
function writeChip(name: string, chip: string): string {
  const model = chip.replace(/ (?:LHR|- \d+|DDR\d)$/, '');
  const rest = chip.slice(model.length);
  const short = model.replace(/^(?:GeForce|Radeon) /, '');
  for (const spelling of [model, short]) {
    if (!/\d/.test(spelling)) continue;
    const words = spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/(?<=\d)(?=Ti)| /g, '[ -]?');
    const written = new RegExp(`(?<![\\p{L}\\d-])${words}(?![\\p{L}\\d]|[ -]?(?:${chipVariants})\\b)`, 'iu');
    if (!written.test(name)) continue;
    const plain = rest === '' ? name : name.replace(new RegExp(`${rest}(?= |$)`, 'i'), '');
    return plain.replace(written, () => chip);
  }
  return name;
}

/** Behind the name of a chip, they make it another one. */
const chipVariants = 'ti|super|xt|xtx|gre|le|boost|max-q|ada|d';

/** By the number of fans: the greatest of each step but the last. */
const usualSizes: Readonly<Record<number, { lengthsMm: number[]; slotWidths: number[] }>> = {
  1: { lengthsMm: [155, 179], slotWidths: [1.4, 2.25, 2.9] },
  2: { lengthsMm: [214, 254], slotWidths: [1.4, 2.25, 2.9] },
  3: { lengthsMm: [294, 334], slotWidths: [2.25, 2.85, 3.4] },
};

const fansByName: readonly [RegExp, number][] = [
  [/\b(3X|TRIO|TRIPLE|TRI|X3)\b/i, 3],
  [/\b(2X|TWIN|DUAL|DUO|DD|X2)\b|DC2|DCII|DirectCU II\b/i, 2],
  [/\b(MINI|ITX|SOLO|SINGLE|LP|LOW PROFILE|PASSIVE)\b/i, 1],
];

const fansByLength: readonly [number, number][] = [
  [278, 3],
  [191, 2],
  [0, 1],
];

const smallChips =
  /\b(GT|HD|R5|R7|GTS|RX 5[05]0|RX 6400|Arc A3\d0|Arc Pro|T\d{3,4}|P\d{3,4}|FirePro|Quadro|NVS|X\d{3,4}|[5-9]\d00)\b/i;

function countFans(specs: SpecificationValues, name: string): number {
  const length = specs.lengthMm === undefined ? undefined : Number(specs.lengthMm);
  const namedFans = fansByName.find(([words]) => words.test(name))?.[1];
  const maxFans = length === undefined ? 3 : length >= 215 ? 3 : length >= 150 ? 2 : 1;
  if (
    namedFans !== undefined &&
    namedFans <= maxFans &&
    !(namedFans === 1 && maxFans === 3 && length !== undefined)
  )
    return namedFans;
  if (length !== undefined) return fansByLength.find(([from]) => length >= from)?.[1] ?? 1;
  return smallChips.test(String(specs.chipset ?? '')) || Number(specs.memoryGb ?? 8) < 2 ? 1 : 2;
}

function describeConnectors(connectors: string | undefined): string {
  return connectors === 'None'
    ? ' and needs no plug of the power supply'
    : surround(' and needs the plugs ', connectors);
}
