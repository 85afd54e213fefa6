/** Power supplies. */
import { z } from 'zod';
import { type CategoryDefinition, makeLabels } from '#catalogue/rules/category-definition.ts';
import { surround, withArticle } from '#catalogue/rules/clauses.ts';
import { makeNameType, powerConnectors } from '#catalogue/rules/facts/fact-types.ts';
import { spellSupplyForm } from '#catalogue/rules/facts/spellings.ts';
import { defineImages, findFinish, makeFinishFact } from '#catalogue/rules/image-rules.ts';
import {
  amount,
  colorField,
  makeSchema,
  type SpecificationField,
  specificationText,
  wholeAmount,
} from '#catalogue/rules/specification-fields.ts';
import { noiseField, warrantyField } from '#catalogue/rules/stated-facts.ts';

const efficiencies = ['80+', '80+ Bronze', '80+ Silver', '80+ Gold', '80+ Platinum', '80+ Titanium'] as const;

const fields = {
  watts: {
    label: 'Power',
    ...wholeAmount('power', { possible: [1, 5000], plausible: [100, 3000], isAlwaysKnown: true }),
    group: 'Power',
    better: 'more',
    superlatives: {
      most: ['most powerful', 'biggest'],
      least: ['weakest', 'least powerful'],
      nouns: ['watts', 'wattage', 'output'],
    },
    explanation:
      'What it gives all parts together; a fifth more than they draw at their peak keeps it quiet.',
  },
  efficiency: {
    label: 'Efficiency',
    schema: z.enum(efficiencies).optional(),
    explanation: 'How little of the mains power becomes heat; 80+ Gold loses about a tenth at half load.',
  },
  efficiencyPercent: {
    label: 'Efficiency at half load',
    ...amount('percent', { possible: [40, 100], plausible: [70, 98] }),
    better: 'more',
    superlatives: { most: ['most efficient', 'best efficiency'], nouns: ['efficiency'] },
    explanation: 'What at least becomes power for the parts, at half load and 115 V; the rest is heat.',
    derivedFrom: 'the 80+ grade',
  },
  noiseDb: noiseField,
  cardConnectors: {
    label: 'Graphics card plugs',
    type: powerConnectors,
    group: 'Connection',
    explanation:
      'Its plugs for graphics cards; one of 6 + 2 pins counts as eight, 16 pins are 12VHPWR or 12V-2x6.',
  },
  processorPlugs: {
    label: 'Processor plugs',
    ...wholeAmount('count', { possible: [0, 20] }),
    better: 'more',
    superlatives: { nouns: ['cpu plugs', 'cpu connectors', 'eps connectors', 'eps plugs'] },
    explanation:
      'Its plugs for the processor on the board (EPS, of 8 or 4 + 4 pins); large boards have two sockets.',
  },
  modular: {
    label: 'Modular',
    schema: z.enum(['Full', 'Semi', 'No']).optional(),
    phrase: '# modular cables',
    explanation: 'Whether its cables can be unplugged; then only those that are needed lie in the case.',
  },
  form: {
    label: 'Form',
    schema: specificationText,
    type: makeNameType(spellSupplyForm),
    group: 'Size',
    explanation: 'Its size and screw holes: ATX in ordinary cases, SFX and others in small ones.',
  },
  lengthMm: {
    label: 'Length',
    ...wholeAmount('length', { possible: [40, 700], plausible: [60, 300] }),
    superlatives: { least: ['shortest', 'most compact', 'smallest'] },
    phrase: '# long',
    explanation: 'With the cables behind it, short cases have little room for it.',
  },
  color: colorField,
  warrantyYears: warrantyField,
} as const satisfies Record<string, SpecificationField>;

const images = defineImages({
  start: 'power-supply',
  facts: {
    form: { steps: ['flex', 'small', 'atx', 'long'], weight: 20 },
    cables: { steps: ['', 'fixed'], weight: 30 },
    plug: { steps: ['', '16pin'], weight: 3 },
    finish: makeFinishFact(8),
  },
  look({ form, modular, cardConnectors, lengthMm, color }) {
    const cables = modular === 'No' ? 'fixed' : '';
    return {
      form: findImageForm(String(form), Number(lengthMm ?? 0)),
      cables,
      plug: cables === '' && /16-pin/.test(String(cardConnectors)) ? '16pin' : '',
      finish: findFinish(color) ?? 'black',
    };
  },
  print: ({ watts, efficiency }) => [
    watts ? `${watts} W` : undefined,
    efficiency === undefined ? undefined : String(efficiency),
  ],
  secondView: 'mains',
});

/** From it on, a supply is clearly longer than others of its form. */
const leastLongMm = 175;

export const powerSupply = {
  id: 'power-supply',
  labels: makeLabels('Power supply', 'Power supplies'),
  schema: makeSchema(fields),
  fields,
  typicalGrams: 2_200,
  similarityWeights: { form: 6, watts: 8, efficiency: 2, modular: 1 },
  variantFields: ['watts', 'form', 'efficiency', 'modular', 'color'],
  listNameAdditions: ({ watts }) => [`${watts} W`],
  describe: ({ watts, form, efficiency, modular, cardConnectors, lengthMm, color }) => [
    `${withArticle(`${form} power supply`)} of ${watts}${surround(' with the efficiency ', efficiency)}`,
    modular && modularSentences[modular],
    cardConnectors === 'None'
      ? 'It has no plugs for graphics cards'
      : surround('For graphics cards it has ', cardConnectors?.replace('+', 'and')),
    surround('It is ', lengthMm, ' long'),
    surround('Its color is ', color),
  ],
  skuPrefix: 'PSU',
  ...images,
  homeImageKey: 'power-supply-atx-black',
} as const satisfies CategoryDefinition<keyof typeof fields>;

const modularSentences: Readonly<Record<string, string>> = {
  Full: 'All its cables can be unplugged',
  Semi: 'The cables that not every computer needs can be unplugged',
  No: 'Its cables are fixed',
};

function findImageForm(form: string, lengthMm: number): string {
  if (/Flex|TFX/i.test(form)) return 'flex';
  if (/SFX/i.test(form)) return 'small';
  return lengthMm >= leastLongMm ? 'long' : 'atx';
}
