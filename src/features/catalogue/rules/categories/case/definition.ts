/** Cases of computers. */
import { type CategoryDefinition, makeLabels } from '#catalogue/rules/category-definition.ts';
import { formatCount, surround, withArticle } from '#catalogue/rules/clauses.ts';
import { makeListType, makeNameList } from '#catalogue/rules/facts/fact-types.ts';
import { spellFormFactor, spellSupplyForm } from '#catalogue/rules/facts/spellings.ts';
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

const boardSizes = makeNameList(spellFormFactor);

const outerSide = amount('length', { possible: [30, 2000], plausible: [40, 1200] });

/** 'gpu clearance', 'room for a card' */
const partRoom = (part: string) =>
  `(?:${part})s? (?:clearance|length|height|room|space|support)|(?:clearance|room|space|support) for (?:an? |the )?(?:${part})s?`;

const fields = {
  type: {
    label: 'Type',
    schema: specificationText,
    group: 'Size',
    explanation: 'Its size by the largest ordinary board that it takes, and its shape.',
  },
  volumeL: {
    label: 'Volume',
    ...amount('volume', { possible: [0.1, 500], plausible: [1, 200] }),
    superlatives: { least: ['smallest', 'most compact'], most: ['biggest', 'largest'] },
    explanation: 'What it takes up on or below the desk, in litres, by its outer sides.',
  },
  widthMm: { ...outerSide, label: 'Width', explanation: 'Its outer width, seen from the front.' },
  heightMm: { ...outerSide, label: 'Height', explanation: 'Its outer height, without what it stands on.' },
  depthMm: { ...outerSide, label: 'Depth', explanation: 'Its outer depth; cables behind it need some more.' },
  boardFormFactors: {
    label: 'Boards',
    type: boardSizes,
    group: 'Room',
    explanation: 'The sizes of boards that it has screw holes for; the board’s must be among them.',
  },
  maxCardLengthMm: {
    label: 'Longest graphics card',
    ...amount('length', { possible: [50, 1000], plausible: [150, 650] }),
    better: 'more',
    superlatives: {
      most: ['longest (?:graphics |video )?(?:card|gpu)'],
      nouns: [partRoom('(?:graphics |video )?card|gpu')],
    },
    phrase: 'cards up to #',
    explanation: 'The longest card that it has room for; a radiator at the front takes about 55 mm of it.',
  },
  expansionSlots: {
    label: 'Expansion slots',
    ...wholeAmount('count', { possible: [1, 30] }),
    superlatives: { nouns: ['pci slots', 'pcie slots', 'slots'] },
    phrase: '# expansion slots',
    explanation: 'Openings for cards at the back; a graphics card covers two to four of them.',
  },
  maxCoolerHeightMm: {
    label: 'Highest cooler',
    ...amount('length', { possible: [10, 500], plausible: [35, 280] }),
    better: 'more',
    superlatives: {
      most: ['(?:tallest|highest) (?:cpu )?cooler'],
      nouns: [partRoom('(?:cpu |air )?cooler')],
    },
    phrase: 'coolers up to #',
    explanation: 'The highest air cooler that fits below the side panel.',
  },
  bays35: {
    label: '3.5-inch bays',
    ...wholeAmount('count', { possible: [0, 50] }),
    better: 'more',
    superlatives: {
      nouns: [
        '3.5 bays',
        '3.5 inch bays',
        '3.5 inch disks',
        '3.5 inch drives',
        'hdd bays 3.5',
        'drive bays',
        'disk bays',
        'hard drive bays',
        'hard disk bays',
        'hdd bays',
        'hard drives',
        'hard disks',
        'hdds',
        'disks',
        'bays',
      ],
    },
    phrase: '# bays of 3.5 inches',
    explanation: 'How many 3.5-inch disks can be mounted; M.2 drives sit on the board instead.',
  },
  bays25: {
    label: '2.5-inch bays',
    ...wholeAmount('count', { possible: [0, 50] }),
    better: 'more',
    phrase: '# bays of 2.5 inches',
    explanation: 'How many 2.5-inch drives can be mounted besides.',
  },
  powerSupplyForms: {
    label: 'Power supplies',
    schema: makeNameList().schema.optional(),
    type: makeListType(spellSupplyForm, (form) => form),
    group: 'Power',
    explanation: 'The forms of power supplies that it takes, such as ATX or the smaller SFX.',
  },
  includedWatts: {
    label: 'Included power supply',
    ...wholeAmount('power', { possible: [1, 5000], plausible: [60, 2000] }),
    explanation:
      'The watts of the power supply that comes with it; without a value there is none in the box.',
  },
  sidePanel: {
    label: 'Side panel',
    group: 'Looks',
    explanation: 'What the side is made of; glass shows the parts, mesh lets air in.',
  },
  color: colorField,
} as const satisfies Record<string, SpecificationField>;

const towers = ['micro-tower', 'mini-tower', 'compact-tower', 'mid-tower', 'full-tower', 'great-tower'];

const images = defineImages({
  start: 'case',
  facts: {
    size: { steps: ['slim', 'small', ...towers], weight: 5 },
    side: { steps: ['', 'mesh', 'solid'], weight: 3 },
    finish: makeFinishFact(6),
  },
  look(specs) {
    const size = findSize(specs);
    return {
      size,
      side: findSide(size, specs.sidePanel),
      finish: findFinish(specs.color, { brown: 'brown' }) ?? 'black',
    };
  },
});

export const computerCase = {
  id: 'case',
  labels: makeLabels('Case', 'Cases'),
  schema: makeSchema(fields),
  fields,
  typicalGrams: 9_000,
  similarityWeights: { type: 6, sidePanel: 2, maxCardLengthMm: 3, volumeL: 2, bays35: 0.5 },
  variantFields: ['type', 'sidePanel', 'includedWatts', 'color'],
  describe: ({
    type = '',
    boardFormFactors,
    maxCardLengthMm,
    maxCoolerHeightMm,
    expansionSlots,
    bays35,
    includedWatts,
    volumeL,
    sidePanel,
    color,
  }) => [
    `${withArticle(`${type} case`)}${surround(' of ', volumeL)}${surround(', ', color)}`,
    surround('It takes boards of the sizes ', boardFormFactors?.replace(/, (?=[^,]*$)/, ' and ')),
    maxCardLengthMm || maxCoolerHeightMm
      ? `There is room for ${[surround('cards up to ', maxCardLengthMm), surround('coolers up to ', maxCoolerHeightMm)].filter(Boolean).join(' and ')}`
      : '',
    expansionSlots && bays35 !== undefined
      ? `It has ${formatCount(expansionSlots, 'expansion slot')} and ${formatCount(bays35, 'bay')} for 3.5-inch disks`
      : '',
    surround('Its side panel: ', sidePanel?.toLowerCase()),
    surround('A power supply of ', includedWatts, ' is in the box'),
  ],
  skuPrefix: 'CAS',
  ...images,
  homeImageKey: 'case-mid-tower-white',
} as const satisfies CategoryDefinition<keyof typeof fields>;

/** In litres; a case for Mini ITX boards is small up to its own limits. */
function findSize({ type, volumeL }: SpecificationValues): string {
  const name = String(type);
  if (/ITX|desktop|HTPC/i.test(name) && Number(volumeL ?? 0) <= 28)
    return findStep(volumeL, ['slim', 'small'], [17], 'small');
  const usual = /full/i.test(name) ? 'full-tower' : /micro|mini/i.test(name) ? 'mini-tower' : 'mid-tower';
  return findStep(volumeL, towers, [34.5, 41, 49, 60, 75], usual);
}

/** Towers usually have a glass side, small cases one with vents. */
function findSide(size: string, panel: SpecificationValues[string]): string {
  if (/solid|steel/i.test(String(panel))) return 'solid';
  return /tower/.test(size) && /mesh/i.test(String(panel)) ? 'mesh' : '';
}
