/** Memory (RAM), sold as a kit of one or more equal modules. */
import { z } from 'zod';
import { type CategoryDefinition, makeLabels } from '#catalogue/rules/category-definition.ts';
import { surround } from '#catalogue/rules/clauses.ts';
import { memoryForm, yesOrNo } from '#catalogue/rules/facts/fact-types.ts';
import { defineImages, findFinish, findStep, makeFinishFact } from '#catalogue/rules/image-rules.ts';
import {
  amount,
  colorField,
  formatValue,
  makeSchema,
  measures,
  type SpecificationField,
  type SpecificationValues,
  wholeAmount,
} from '#catalogue/rules/specification-fields.ts';

const fields = {
  /** Redundant, but lists filter and sort by it. */
  capacityGb: {
    label: 'Capacity',
    ...amount('memory', { possible: [0.0625, 16384], plausible: [0.0625, 2048], isAlwaysKnown: true }),
    group: 'Size',
    better: 'more',
    superlatives: {
      most: ['biggest', 'largest'],
      least: ['smallest'],
      nouns: ['size', 'memory', 'ram', 'gb', 'gigabytes'],
    },
    explanation: 'All modules of the kit together; this is what the computer has for running programs.',
  },
  modules: {
    label: 'Modules',
    ...wholeAmount('count', { possible: [1, 16], isAlwaysKnown: true }),
    phrase: '# modules',
    explanation: 'How many sticks are in the box; each takes one slot, and two run faster together than one.',
  },
  moduleGb: {
    label: 'Size of each module',
    ...amount('memory', { possible: [0.0625, 1024], isAlwaysKnown: true }),
    explanation: 'What one stick holds; older motherboards limit how much a single slot takes.',
  },
  ddr: {
    label: 'Generation',
    ...wholeAmount('generation', { possible: [1, 9], isAlwaysKnown: true }),
    group: 'Speed',
    explanation: 'The kind of slot it fits: DDR4 and DDR5 are notched differently and never mix.',
  },
  speedMts: {
    label: 'Speed',
    ...wholeAmount('transferRate', {
      possible: [100, 50000],
      plausible: [200, 14_000],
      isAlwaysKnown: true,
    }),
    better: 'more',
    superlatives: {
      most: ['fastest', 'quickest', 'highest clocked'],
      least: ['slowest'],
      nouns: ['mhz', 'frequency', 'clock'],
    },
    explanation:
      'Million transfers a second; the advertised number needs a profile (XMP or EXPO) switched on in the BIOS.',
  },
  casLatency: {
    label: 'CAS latency (CL)',
    schema: z.number().min(1).max(200).multipleOf(0.5).optional(),
    plausible: [1.5, 80],
    measure: measures.cycles,
    superlatives: { least: ['best latency'], nouns: ['latency', 'cl', 'cas', 'timings?'] },
    phrase: 'CL%',
    explanation: 'Clock cycles between asking for a datum and getting it; compare it only at equal speed.',
  },
  firstWordLatencyNs: {
    label: 'First word latency',
    ...amount('delay', { possible: [1, 100], plausible: [4, 30] }),
    better: 'less',
    betterPhrase: '# faster',
    phrase: '# to the first word',
    explanation:
      'The same wait in nanoseconds, which makes kits of different speeds comparable; less is better.',
  },
  color: colorField,
  form: {
    label: 'Form',
    type: memoryForm,
    group: 'Slot',
    derivedFrom: 'the name',
    explanation:
      'DIMM modules go into desktop boards, the shorter SO-DIMM ones into laptops and the smallest boards.',
  },
  ecc: {
    label: 'ECC',
    type: yesOrNo,
    derivedFrom: 'the name',
    explanation: 'Whether it checks and corrects itself, with a board and a processor that do so, too.',
  },
  registered: {
    label: 'Registered',
    type: yesOrNo,
    phrase: '# registered modules',
    derivedFrom: 'the name',
    explanation: 'Registered modules (RDIMM) go into servers only; desktop boards take unbuffered ones.',
  },
  heightMm: {
    label: 'Height',
    ...amount('length', { possible: [5, 150], plausible: [15, 80] }),
    superlatives: { least: ['lowest profile'] },
    phrase: '# high',
    explanation: 'From the slot to the top; high modules can be in the way of a large air cooler.',
  },
} as const satisfies Record<string, SpecificationField>;

const schema = makeSchema(fields)
  .refine(({ capacityGb, modules, moduleGb }) => capacityGb === Number(modules) * Number(moduleGb), {
    path: ['capacityGb'],
    message: 'Capacity must be the number of modules times the size of each module',
  })
  .refine(agreesWithSpeed, {
    path: ['firstWordLatencyNs'],
    message: 'First word latency must be 2000 × CAS latency ÷ speed',
  });

/** Of spreaders. */
const heights = ['low', '', 'tall'];

const images = defineImages({
  start: 'memory',
  facts: {
    count: { steps: ['1', '2', '3', '4', '6', '8'], weight: 100 },
    height: { steps: heights, weight: 3 },
    form: { steps: ['', 'sodimm'], weight: 30 },
    registered: { steps: ['', 'registered'], weight: 4 },
    finish: makeFinishFact(10),
    light: { steps: ['', 'lit'], weight: 6 },
  },
  look(specs, name) {
    const isSmall = String(specs.form).startsWith('SO');
    const isBareUsually = Number(specs.ddr ?? 4) <= 3 || isSmall || specs.registered === 'Yes';
    const finish = findFinish(specs.color, { silver: 'mixed' }) ?? (isBareUsually ? 'green' : 'black');
    const hasSpreader = finish !== 'green' && !isSmall;
    return {
      count: imageCounts.find((count) => Number(count) <= Number(specs.modules ?? 2)) ?? '1',
      height: hasSpreader ? findStep(specs.heightMm, heights, [33, 49]) : '',
      form: isSmall ? 'sodimm' : '',
      registered: specs.registered === 'Yes' && !hasSpreader ? 'registered' : '',
      finish,
      light: /RGB|\bLED\b|\bLIT\b|AURA/i.test(name) ? 'lit' : '',
    };
  },
  print: ({ capacityGb, ddr, speedMts }) => [
    capacityGb === undefined ? undefined : formatSize(Number(capacityGb)),
    ddr && speedMts ? `DDR${ddr}-${speedMts}` : undefined,
  ],
});

export const memory = {
  id: 'memory',
  labels: makeLabels('Memory', 'Memory', { counted: { singular: 'memory kit', plural: 'memory kits' } }),
  schema,
  fields,
  isPricedByCapacity: true,
  typicalGrams: 100,
  similarityWeights: { ddr: 8, capacityGb: 3, speedMts: 3, modules: 1, casLatency: 1 },
  variantFields: ['capacityGb', 'modules', 'ddr', 'speedMts', 'casLatency', 'color'],
  listNameAdditions: ({ capacityGb, modules, moduleGb, ddr, speedMts, casLatency }) => [
    formatSize(capacityGb),
    `(${modules} × ${formatSize(moduleGb)})`,
    `DDR${ddr === 1 ? '' : ddr}-${speedMts}`,
    ...(casLatency === undefined ? [] : [`CL${casLatency}`]),
  ],
  cleanName,
  describe: (values) => [
    values.modules === '1'
      ? `One module with ${values.capacityGb} of ${values.ddr} memory`
      : `${values.capacityGb} of ${values.ddr} memory in ${values.modules} matched modules of ${values.moduleGb} each`,
    `${values.modules === '1' ? 'It runs' : 'They run'} at up to ${values.speedMts}${surround(' with a CAS latency of ', values.casLatency)}`,
    surround(values.modules === '1' ? 'It is ' : 'They are ', values.color),
    `${values.ddr} fits ${values.ddr} slots only: those of other generations are notched differently`,
  ],
  skuPrefix: 'MEM',
  ...images,
  homeImageKey: 'memory-2-white-lit',
} as const satisfies CategoryDefinition<keyof typeof fields>;

function formatSize(gigabytes: string | number | undefined): string {
  return formatValue(Number(gigabytes), fields.capacityGb);
}

/** Without what a retailer's title says in other words than the specification; the part number stays. */
function cleanName(name: string): string {
  const cleaned = titlePhrases.reduce((words, phrase) => words.replace(phrase, ' '), name);
  return cleaned.replace(/ +/g, ' ').trim();
}

const titlePhrases = [
  /(?:\b\d+ ?GB )?\(\d+ ?x ?\d+ ?GB\)/gi,
  /\b\d{3}-Pin DDR\d SDRAM\b/gi,
  /\bDDR\d \d{3,5}\b(?! ?MHz)/gi,
  /\(PC\d? ?\d+\)/gi,
  /\b(?:Desktop|Server) Memory\b/gi,
  /\bModel (?=\S+$)/gi,
];

/** Two transfers per clock cycle: a cycle takes 2000 ÷ speed nanoseconds. Lists round the latency. */
function agreesWithSpeed({ speedMts, casLatency, firstWordLatencyNs }: SpecificationValues): boolean {
  if (casLatency === undefined || firstWordLatencyNs === undefined) return true;
  return Math.abs((2000 * Number(casLatency)) / Number(speedMts) - Number(firstWordLatencyNs)) < 0.1;
}

const imageCounts = ['8', '6', '4', '3', '2', '1'];
