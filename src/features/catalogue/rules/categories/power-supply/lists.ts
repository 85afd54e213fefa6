/** Power supplies in lists: filters, words of searches, facts that follow from others, and how others list them. */
import { z } from 'zod';
import { powerSupply } from '#catalogue/rules/categories/power-supply/definition.ts';
import type { PowerConnectors } from '#catalogue/rules/facts/fact-types.ts';
import type { FitFacts } from '#catalogue/rules/facts/facts.ts';
import { spellSupplyForm } from '#catalogue/rules/facts/spellings.ts';
import type { FieldFacts } from '#catalogue/rules/facts/typed-facts.ts';
import { findNamedChip } from '#catalogue/rules/graphics-chips.ts';
import { isMissing } from '#catalogue/rules/import/import-values.ts';
import {
  defineOpenDbList,
  number,
  plausible,
  positive,
  type ReadingContext,
  roundKnown,
  text,
} from '#catalogue/rules/import/open-db/list.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { filterBy, splitColors } from '#catalogue/rules/lists/filter-kinds.ts';
import { spellNumber, spellPlugs, spellText, without } from '#catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { capitalize } from '#kernel/words.ts';

const connectorsSchema = z
  .object({ eps_8_pin: number, pcie_12vhpwr: number, pcie_6_plus_2_pin: number })
  .nullish();

const { fields } = powerSupply;
const by = filterBy(fields);

export const listedPowerSupply = {
  ...powerSupply,
  filters: [
    by.range('watts', 'watts', ['up', 'down']),
    by.choice('efficiency', 'efficiency'),
    by.choice('modular', 'modular'),
    by.choice('form', 'form'),
    by.choice('card-plugs', 'cardConnectors'),
    by.range('noise', 'noiseDb', ['up']),
    by.range('warranty', 'warrantyYears', ['down']),
    by.range('length', 'lengthMm', ['up']),
    by.range('efficiency-percent', 'efficiencyPercent', ['down']),
    by.choice('processor-plugs', 'processorPlugs', ['down']),
    by.splitChoice('color', 'color', splitColors),
  ],
  columns: ['watts', 'efficiency', 'modular', 'noise', 'form', 'warranty', 'card-plugs', 'length'],
  derive: ({ efficiency }) => ({ efficiencyPercent: percentByGrade[String(efficiency)] }),
  words: {
    translations: `
psu = netzteil, netzteile, stromversorgung, fuente de alimentacion, fuente de poder, fuentes de alimentacion, fuente, bloc d'alimentation, bloc alimentation, alimentation, alim, পাওয়ার সাপ্লাই, পিএসইউ, alimentatore, alimentatori, fonte de alimentacao, fonte, voeding, zasilacz, блок питания`,
    names: ['psu', 'power supply', 'power supply unit', 'powersupply'],
    makers: /\b(?:sea ?sonic|super flower|fsp|coolmax)\b/i,
    searchWords: ['power', 'supply', 'psu', 'powersupply'],
    typicalWords:
      /\b[ts]fx\b|\b(?:[4-9]\d\d|1\d{3}) ?w(?:atts?)?\b|\b80 ?(?:\+|plus\b)|\b(?:titanium|bronze|modular)\b/i,
    phrases: [
      [new RegExp(`${without}modular\\b|\\bfixed cables?\\b`, 'gi'), 'nonmodular'],
      [/\bfully[- ]modular\b/gi, 'full modular'],
      [new RegExp(`${without}fans?\\b`, 'gi'), 'fanless'],
      [/\b(?:better|higher) th[ae]n (?:80 ?(?:\+|plus) )?(bronze|silver|gold|platinum)\b/gi, 'above$1'],
      [/\bat least (?:80 ?(?:\+|plus) )?(bronze|silver|gold|platinum)\b/gi, 'least$1'],
      [
        /\b(bronze|silver|gold|platinum) (?:rated )?(?:or (?:better|higher|above|more)|and (?:better|up|above)|minimum)\b/gi,
        'least$1',
      ],
      [/\b80 ?(?:\+|plus) silver\b/gi, '80silver'], // others are silver
      [/\b(12vhpwr|12v-?2x6)(?: (?:gpu|power|pcie))* (?:cable|connector|plug)s?\b/gi, '$1'],
      [
        new RegExp(`${without}(?:graphics card|gpu|pcie?) (?:plugs?|connectors?|cables?)\\b`, 'gi'),
        'no.cardplug',
      ],
      [
        /\bfor (?:an? |my )?(?:(?:mini[- ]?|m)?itx )?(?:sff|sfx|small form factor)(?: (?:mini[- ]?|m)?itx)?(?: (?:pc )?(?:case|build|pc|computer))?\b/gi,
        'sfx',
      ],
    ],
    nameNeed(purpose) {
      const { chip, rest = '' } = findNamedChip(purpose) ?? {};
      return chip?.recommended && !/\d ?w(?:atts?)?\b/i.test(rest)
        ? { limit: `at least ${chip.recommended} w`, rest: rest.replace(processorBehind, '') }
        : undefined;
    },
    listSpecificationWords,
    listUseWords: ({ form }) => (/SFX|TFX|Flex/.test(String(form)) ? ['sff', 'small', 'compact'] : []),
  },
  readFitFacts,
  partDataset: {
    name: 'power-supply',
    marks: ['name', 'wattage'],
    lackedMarks: ['capacity_va'],
    columns: { watts: 'wattage', form: 'type', color: 'color' },
    readOthers({ efficiency, modular }) {
      const grade = String(efficiency);
      return {
        efficiency: isMissing(efficiency) ? undefined : grade === 'plus' ? '80+' : `80+ ${capitalize(grade)}`,
        modular: readModular(modular),
      };
    },
  },
  openDb: defineOpenDbList({
    name: 'PSU',
    fields,
    marks: ['wattage', 'efficiency_rating'],
    shape: {
      wattage: number,
      form_factor: text,
      efficiency_rating: text,
      modular: text,
      length: number,
      connectors: connectorsSchema,
    },
    readFacts: (record, context) => ({
      watts: plausible(record.wattage, [100, 3000], 'watts', context),
      form:
        record.form_factor === 'SFX' && (record.length ?? 0) > longestSfxMm
          ? 'SFX-L'
          : spellSupplyForm(record.form_factor ?? '') || undefined,
      efficiency: record.efficiency_rating?.replace(/^80\+ (?:Standard|White)$/, '80+'),
      modular: record.modular?.replace('-Modular', '').replace(/^Non$/, 'No'),
      cardConnectors: readRecordedConnectors(record.connectors, record.wattage ?? 0, context),
      processorPlugs: positive(record.connectors?.eps_8_pin),
      lengthMm: roundKnown(plausible(record.length, [60, 400], 'length', context), Math.ceil),
    }),
  }),
} as const satisfies ListedCategory<keyof typeof fields>;

/** 'psu for rtx 5080 and 9800x3d': the watts recommended for a card include those of a processor. */
const processorBehind =
  /^ (?:and|with|\+|&) (?:(?:an?|my|amd|intel|core|ryzen|i?[3579])[ -])*(?:\d{5}|\d{4}(?=[fgkx])|(?<=[3579] )\d{4})(?:x3d|[fgkx]{0,2})(?= |$)/i;

/** At half load and 115 V. Source: the 80 PLUS program. */
const percentByGrade: Readonly<Record<string, number>> = {
  '80+': 80,
  '80+ Bronze': 85,
  '80+ Silver': 88,
  '80+ Gold': 90,
  '80+ Platinum': 92,
  '80+ Titanium': 94,
};

function readFitFacts({ cardConnectors, ...facts }: FieldFacts<typeof fields>): FitFacts {
  const { watts, form, processorPlugs, lengthMm } = facts;
  const { eightPin, sixteenPin } = cardConnectors ?? {};
  const connectors =
    eightPin === undefined || sixteenPin === undefined ? undefined : { eightPin, sixteenPin };
  return { kind: 'PowerSupply', watts, form, connectors, processorPlugs, lengthMm };
}

function readModular(modular: unknown): unknown {
  const word = String(modular);
  if (/^full/i.test(word)) return 'Full';
  return /^false$/i.test(word) ? 'No' : isMissing(modular) ? undefined : modular;
}

/** SFX-L is longer than SFX's 100 mm. */
const longestSfxMm = 115;

/** Power supplies of this size have plugs for cards. */
const cardSupplyWatts = 400;

function readRecordedConnectors(
  connectors: z.infer<typeof connectorsSchema>,
  watts: number,
  { quarantine }: ReadingContext,
): PowerConnectors | undefined {
  if (!connectors) return undefined;
  const counts = {
    sixPin: 0,
    eightPin: connectors.pcie_6_plus_2_pin ?? 0,
    sixteenPin: connectors.pcie_12vhpwr ?? 0,
  };
  if (counts.eightPin + counts.sixteenPin > 0) return counts;
  if (!connectors.eps_8_pin) return quarantine('connectors', 'None, not even for a processor');
  return watts >= cardSupplyWatts
    ? quarantine('connectors', `None for a card, although it gives ${cardSupplyWatts} W or more`)
    : counts;
}

/** 'gold or better', 'better than gold' */
function spellLeastGrades(efficiency: string): string[] {
  const grades = ['bronze', 'silver', 'gold', 'platinum', 'titanium'];
  const rank = grades.indexOf(efficiency.replace('80+ ', '').toLowerCase());
  return grades
    .slice(0, rank + 1)
    .flatMap((grade, below) => [`least${grade}`, ...(below < rank ? [`above${grade}`] : [])]);
}

function listSpecificationWords(specs: SpecificationValues): string[] {
  return [
    ...spellNumber(specs, 'watts', (watts) => [`${watts}`, `${watts}w`, 'watt']),
    ...spellText(getText(specs, 'form')),
    ...spellText(getText(specs, 'efficiency')),
    ...(specs.efficiency === '80+ Silver' ? ['80silver'] : []),
    ...spellLeastGrades(getText(specs, 'efficiency')),
    ...(specs.modular === 'Full' || specs.modular === 'Semi'
      ? ['modular', `${specs.modular.toLowerCase()}`]
      : specs.modular === 'No'
        ? ['nonmodular']
        : []),
    ...(specs.cardConnectors === 'None' ? ['no.cardplug'] : spellPlugs(getText(specs, 'cardConnectors'))),
    ...(getText(specs, 'cardConnectors').includes('16-pin') ? ['pcie5'] : []),
    ...spellText(getText(specs, 'color')),
  ];
}
