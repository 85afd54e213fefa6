/** Cases in lists: filters, words of searches, facts that follow from others, and how others list them. */
import { z } from 'zod';
import { computerCase } from '#catalogue/rules/categories/case/definition.ts';
import { splitList } from '#catalogue/rules/facts/fact-types.ts';
import type { FitFacts } from '#catalogue/rules/facts/facts.ts';
import { findSupplyForms, spellFormFactor } from '#catalogue/rules/facts/spellings.ts';
import type { FieldFacts } from '#catalogue/rules/facts/typed-facts.ts';
import {
  defineOpenDbList,
  number,
  plausible,
  positive,
  readCount,
  text,
  texts,
} from '#catalogue/rules/import/open-db/list.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { filterBy, splitColors } from '#catalogue/rules/lists/filter-kinds.ts';
import { spellNumber, spellText, without } from '#catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

const { fields } = computerCase;
const by = filterBy(fields);

/** An 'ATX case' is one of this size; a 'case for an ATX board' can be larger. */
const formOfCase =
  /(?<!-|\b(?:micro|mini|m|e|flex) |\b(?:for|takes?|fits?|supports?|holds?|with)(?: an?| my)? )\b(?:(micro|mini|m|e)[- ]?)?([ai]tx)\b(?! (?:motherboards?|mainboards?|mobos?|boards?|build|pc|computer|rig|system|psu|power|support))/gi;

export const listedComputerCase = {
  ...computerCase,
  filters: [
    by.choice('type', 'type'),
    by.splitChoice('board', 'boardFormFactors', splitList),
    by.range('card-length', 'maxCardLengthMm', ['down']),
    by.range('cooler-height', 'maxCoolerHeightMm', ['down']),
    by.range('volume', 'volumeL', ['up', 'down']),
    by.choice('side-panel', 'sidePanel'),
    by.splitChoice('color', 'color', splitColors),
    by.splitChoice('power-supply', 'powerSupplyForms', splitList),
    by.choice('expansion-slots', 'expansionSlots', ['down']),
    by.choice('bays', 'bays35', ['down']),
    by.choice('small-bays', 'bays25', ['down']),
    by.range('included-power', 'includedWatts', ['down']),
    by.range('width', 'widthMm', ['up', 'down']),
    by.range('height', 'heightMm', ['up', 'down']),
    by.range('depth', 'depthMm', ['up', 'down']),
  ],
  columns: ['type', 'volume', 'card-length', 'cooler-height', 'side-panel', 'board'],
  words: {
    translations: `
full tower = torre completa, grande tour, grand tour
mid tower = media torre, torre media, semitorre, moyenne tour, moyen tour
case = caja de, gehause, gehaeuse, computergehause, pc gehause, caja de pc, caja pc, caja, cajas, gabinete, torre, torres, torre pc, boitier, boitiers, boitier pc, কেসিং, ক্যাসিং, কেস, behuizing, computerkast, obudowa, корпус`,
    names: ['case', 'computer case', 'pc case', 'chassis', 'tower case', 'pc tower', 'computer chassis'],
    makers:
      /\b(?:fractal(?: design)?|lian ?li|hyte|montech|jonsbo|phanteks|azza|ssupd|antec|geometric future)\b/i,
    searchWords: ['case', 'tower', 'chassis', 'enclosure', 'housing'],
    typicalWords: /\b(?:full|big|midi?|mini)[- ]?tower\b|\b[ai]tx[- ](?:desktop|tower)\b/i,
    tellingWords: ['atx', 'eatx', 'matx', 'microatx', 'itx', 'mitx', 'miniitx', 'radiator', 'usb'],
    phrases: [
      [/\b(\d{1,2}) (?:hard )?(?:(?:drive|disk|hdd) bays?|drives|disks|hdds)\b/gi, '$1bays35'],
      [/\b(?:solid|closed)(?: side)? (?:panel|side)s?\b/gi, 'solid'],
      [/\b(?:for (?:an? |my )?)?(?:nas|(?:home )?server)\b/gi, ''],
      [/\b(sfx|tfx|flex)(?:[- ]l)? (?:psu|power supply)\b/gi, '$1psu'],
      [/\b(mini|micro)[- ]([ai]tx)[- ](desktop|tower)\b/gi, '$1$2$3'],
      [new RegExp(`${without}([23])\\.5(?:"|[- ]?inch)?(?: drive)? bays?\\b`, 'gi'), '0bays$15'],
      [new RegExp(`${without}(?:tempered )?(?:glass|(?:side )?windows?)\\b`, 'gi'), 'no.glass'],
      [new RegExp(`${without}(?:power suppl(?:y|ies)|psus?)\\b`, 'gi'), 'no.psu'],
      [
        /\b(?:with|including|includes|incl\.?)(?: an?)?(?: (?:included|integrated|built[- ]?in))? (?:power suppl(?:y|ies)|psus?)\b/gi,
        'psuincluded',
      ],
      [/\b(?:power supply|psu) included\b/gi, 'psuincluded'],
      [
        /\b(\d{1,2})(?: ?[x×])? ?(2|3)\.5(?:"|''|[- ]?inch(?:es)?)?(?:[- ](?:drive|hdd|disk|hard drive))? (?:bays?|drives?|disks?|hdds?)\b/gi,
        '$1bays$25',
      ],
      [formOfCase, '$1$2form'],
    ],
    listSpecificationWords,
    /** 'O11 Dynamic' is called O11D. */
    listUseWords: (_, name) => [
      ...[...name.matchAll(/\b([A-Z]\d+) ([A-Z])/g)].map(([, model, letter]) =>
        `${model}${letter}`.toLowerCase(),
      ),
      ...(/\b(?:silent|silence|silencio|quiet|define|pure base)\b/i.test(name.replace('be quiet!', ''))
        ? ['silent', 'quiet']
        : []),
    ],
  },
  readFitFacts,
  partDataset: {
    name: 'case',
    marks: ['name', 'type', 'side_panel'],
    columns: {
      type: 'type',
      includedWatts: 'psu',
      sidePanel: 'side_panel',
      volumeL: 'external_volume',
      bays35: 'internal_35_bays',
      color: 'color',
    },
    readOthers: ({ type }) => ({
      type: typeof type === 'string' ? type.replace('MicroATX', 'Micro ATX') : type,
    }),
  },
  openDb: defineOpenDbList({
    name: 'PCCase',
    fields,
    marks: ['supported_motherboard_form_factors', 'internal_3_5_bays'],
    shape: {
      form_factor: text,
      supported_motherboard_form_factors: texts,
      supported_power_supply_form_factors: texts,
      max_video_card_length: number,
      max_cpu_cooler_height: number,
      expansion_slots: number,
      internal_3_5_bays: number,
      internal_2_5_bays: number,
      power_supply: text,
      side_panel: text,
      volume: number,
      dimensions_mm: z.object({ width: number, height: number, depth: number }).nullish(),
    },
    readFacts(record, context) {
      const { form_factor: type, supported_power_supply_form_factors: forms } = record;
      const sizes = (record.supported_motherboard_form_factors ?? []).map(spellFormFactor);
      // all cases for the living room list Mini-ITX alone, also those that are made for ATX boards
      const boardFormFactors =
        type === 'HTPC' && sizes.length === 1
          ? context.quarantine('sizes of boards', 'Cases for the living room all list the same')
          : sizes;
      const { width, height, depth } = record.dimensions_mm ?? {};
      const watts = /(\d{2,4}) ?W\b/.exec(record.power_supply ?? '')?.[1];
      return {
        type: type ?? undefined,
        boardFormFactors: boardFormFactors && boardFormFactors.length > 0 ? boardFormFactors : undefined,
        maxCardLengthMm: plausible(record.max_video_card_length, [150, 650], 'longest card', context),
        expansionSlots: positive(record.expansion_slots),
        maxCoolerHeightMm: plausible(record.max_cpu_cooler_height, [35, 280], 'highest cooler', context),
        powerSupplyForms: forms && forms.length > 0 ? forms : undefined,
        includedWatts: watts ? Number(watts) : undefined,
        bays35: readCount(record.internal_3_5_bays, record),
        bays25: readCount(record.internal_2_5_bays, record),
        volumeL: plausible(record.volume, [2, 250], 'volume', context),
        widthMm: plausible(width, [40, 1200], 'width', context),
        heightMm: plausible(height, [40, 1200], 'height', context),
        depthMm: plausible(depth, [40, 1200], 'depth', context),
        sidePanel: record.side_panel ?? undefined,
      };
    },
  }),
} as const satisfies ListedCategory<keyof typeof fields>;

function readFitFacts(facts: FieldFacts<typeof fields>): FitFacts {
  const { type, widthMm, heightMm, depthMm } = facts;
  const sides = [widthMm, heightMm, depthMm].filter((side) => side !== undefined);
  return {
    kind: 'Case',
    boardFormFactors: facts.boardFormFactors,
    maxCardLengthMm: facts.maxCardLengthMm,
    maxCoolerHeightMm: facts.maxCoolerHeightMm,
    expansionSlots: facts.expansionSlots,
    bays35: facts.bays35,
    powerSupplyForms: facts.powerSupplyForms ?? findSupplyForms(type),
    type,
    volumeL: facts.volumeL,
    sidesMm: sides.length === 3 ? sides.toSorted((one, other) => one - other) : undefined,
  };
}

function spellForms(types: readonly string[]): string[] {
  return types.flatMap((type) => {
    const [, size = '', form = ''] = /^(?:(micro|mini) )?([ai]tx)\b/.exec(type.toLowerCase()) ?? [];
    const names = size ? [size + form, `m${form}`, ...(form === 'itx' ? [form] : [])] : [form];
    return names.map((name) => `${name}form`);
  });
}

/** In litres, by what builders of small computers call so. */
const greatestSmallVolume = 20;

function isSmall({ type, volumeL }: SpecificationValues): boolean {
  return typeof volumeL === 'number' ? volumeL <= greatestSmallVolume : /ITX/.test(String(type));
}

function listSpecificationWords(specs: SpecificationValues): string[] {
  const type = getText(specs, 'type');
  const panel = getText(specs, 'sidePanel');
  const size = /^(micro|mini) (atx|itx)\b/i.exec(type)?.slice(1).join('').toLowerCase();
  return [
    ...spellText(type),
    ...spellForms(/[ai]tx/i.test(type) ? [type] : splitList(getText(specs, 'boardFormFactors'))),
    ...(/EATX/.test(getText(specs, 'boardFormFactors')) ? ['eatxform'] : []),
    ...(size ? [size, `m${size.slice(-3)}`, type.toLowerCase().replaceAll(' ', '')] : []),
    ...spellNumber(specs, 'bays35', (bays) => [`${bays}bays35`]),
    ...spellNumber(specs, 'bays25', (bays) => [`${bays}bays25`]),
    specs.includedWatts === undefined ? 'no.psu' : 'psuincluded',
    ...(/test bench/i.test(type) ? ['open', 'frame'] : []),
    ...(isSmall(specs) ? ['sff', 'small', 'compact'] : []),
    ...(specs.sidePanel === undefined || /glass|acrylic/i.test(panel) ? [] : ['no.glass']),
    ...splitList(getText(specs, 'boardFormFactors')).flatMap(spellText),
    ...spellText(panel),
    ...splitList(getText(specs, 'powerSupplyForms')).map((form) => `${form.split('-')[0]?.toLowerCase()}psu`),
    ...spellNumber(specs, 'includedWatts', (watts) => [`${watts}w`]),
    ...spellText(getText(specs, 'color')),
  ];
}
