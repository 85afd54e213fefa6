/** Coolers of processors: heat sinks with fans, and liquid coolers with a radiator. */
import { z } from 'zod';
import { type CategoryDefinition, makeLabels } from '#catalogue/rules/category-definition.ts';
import { surround, withArticle } from '#catalogue/rules/clauses.ts';
import { makeNameList } from '#catalogue/rules/facts/fact-types.ts';
import { spellSocket } from '#catalogue/rules/facts/spellings.ts';
import { defineImages, findFinish, makeFinishFact } from '#catalogue/rules/image-rules.ts';
import {
  amount,
  colorField,
  makeSchema,
  type SpecificationField,
  type SpecificationValues,
  wholeAmount,
} from '#catalogue/rules/specification-fields.ts';
import { noiseField, warrantyField } from '#catalogue/rules/stated-facts.ts';

const socketNames = makeNameList(spellSocket);

const fields = {
  cooling: {
    label: 'Cooling',
    schema: z.enum(['Air', 'Liquid']),
    group: 'Kind',
    explanation:
      'Air coolers have a heat sink on the processor, liquid ones a radiator elsewhere in the case.',
  },
  heightMm: {
    label: 'Height',
    ...amount('length', { possible: [10, 400], plausible: [15, 200] }),
    group: 'Size',
    superlatives: { least: ['smallest', 'lowest profile', 'slimmest', 'thinnest'] },
    phrase: '# high',
    explanation: 'From the processor to the top of an air cooler; the case says what it has room for.',
  },
  radiatorMm: {
    label: 'Radiator',
    ...wholeAmount('length', { possible: [40, 800], plausible: [80, 480] }),
    isLacked: ({ cooling }) => cooling === 'Air',
    superlatives: { nouns: ['radiators?', 'aios?', '(?:liquid|water) ?cool(?:ers?|ing)'] },
    phrase: '# radiator',
    explanation: 'Length of the radiator by its fans; the case must have a place for one of that size.',
  },
  ratedWatts: {
    label: 'Rated heat',
    ...wholeAmount('power', { possible: [10, 2000], plausible: [30, 500] }),
    group: 'Cooling',
    better: 'more',
    explanation: 'The most heat that its maker rates it for; many makers do not say.',
  },
  maxRpm: {
    label: 'Fan speed',
    ...wholeAmount('rotation', { possible: [100, 20_000], plausible: [300, 6000] }),
    group: 'Fans',
    superlatives: { nouns: ['rpm', 'fan', 'spinning', 'spinning fan'] },
    explanation: 'Turns of the fans a minute at full speed; slower ones are quieter.',
  },
  noiseDb: noiseField,
  color: colorField,
  warrantyYears: warrantyField,
  sockets: {
    label: 'Sockets',
    type: socketNames,
    group: 'Mounting',
    explanation: 'The sockets that its mounting kit is made for; the processor’s must be among them.',
  },
} as const satisfies Record<string, SpecificationField>;

const images = defineImages({
  start: 'cpu-cooler',
  facts: {
    kind: { steps: ['low', 'air', 'dual', 'liquid-1', 'liquid-2', 'liquid-3'], weight: 100 },
    height: { steps: ['short', ''], weight: 5 },
    screen: { steps: ['', 'screen'], weight: 5 },
    finish: makeFinishFact(8),
  },
  look(specs, name) {
    const kind = findImageKind(specs, name);
    return {
      kind,
      height: kind === 'air' && Number(specs.heightMm ?? unlimited) < leastUsualHeightMm ? 'short' : '',
      screen: kind.startsWith('liquid') && /\b(?:LCD|Vision|Display)\b/i.test(name) ? 'screen' : '',
      finish: findFinish(specs.color, { silver: kind.startsWith('liquid') ? 'black' : 'mixed' }) ?? 'black',
    };
  },
});

const unlimited = Number.POSITIVE_INFINITY;

/** Below it, a tower is for narrow cases. */
const leastUsualHeightMm = 142;

/** Below it, a cooler has no tower: its fan lies on the fins. */
export const greatestLowHeightMm = 80;

export const cpuCooler = {
  id: 'cpu-cooler',
  labels: makeLabels('Processor cooler', 'Processor coolers'),
  schema: makeSchema(fields),
  fields,
  typicalGrams: 1_200,
  similarityWeights: { cooling: 8, radiatorMm: 4, heightMm: 2, ratedWatts: 1, noiseDb: 0.5 },
  variantFields: ['cooling', 'radiatorMm', 'color'],
  describe: ({ cooling, sockets, heightMm, radiatorMm, ratedWatts, maxRpm, noiseDb, color }) => [
    cooling === 'Liquid'
      ? `A liquid cooler${surround(' with ', radiatorMm && withArticle(`${radiatorMm} radiator`))}: the case must have a place for it`
      : `An air cooler${surround(', ', heightMm, ' high: the case must have room for that')}`,
    surround('It is made for the sockets ', sockets),
    surround('Its maker rates it for ', ratedWatts),
    surround('Its fans turn at up to ', maxRpm, surround(' and are then as loud as ', noiseDb)),
    surround('It is ', color),
  ],
  skuPrefix: 'CLR',
  ...images,
  homeImageKey: 'cpu-cooler-air-silver',
} as const satisfies CategoryDefinition<keyof typeof fields>;

/** A radiator has a fan for each 120 or 140 mm of its length. */
function findImageKind(
  { cooling, radiatorMm, heightMm, ratedWatts }: SpecificationValues,
  name: string,
): string {
  if (cooling === 'Liquid')
    return `liquid-${Number(radiatorMm ?? 240) >= 360 ? 3 : Number(radiatorMm ?? 240) < 200 ? 1 : 2}`;
  if (Number(heightMm ?? unlimited) <= greatestLowHeightMm) return 'low';
  return dualTowers.test(name) || Number(ratedWatts ?? 0) >= leastDualWatts ? 'dual' : 'air';
}

/** Two stacks of fins; no list has them as a field. */
const dualTowers =
  /\b(?:NH-D1[45]\w?|Phantom Spirit|Peerless Assassin|Frost (?:Commander|Spirit)|AK620|Assassin (?:III|IV)|Dark Rock Pro|Fuma|SE-207|dual tower)\b/i;

/** What one stack of fins is not rated for. */
const leastDualWatts = 250;
