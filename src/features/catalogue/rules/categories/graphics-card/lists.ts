/** Graphics cards in the lists of others. */
import { z } from 'zod';
import type { CategoryLists } from '#features/catalogue/rules/category-definition.ts';
import type { GraphicsCard } from '#features/catalogue/rules/facts/facts.ts';
import { formatConnectors } from '#features/catalogue/rules/fit-fields.ts';
import {
  defineOpenDbList,
  formatColors,
  number,
  plausible,
  positive,
  type ReadingContext,
  roundKnown,
  text,
  texts,
} from '#features/catalogue/rules/import/open-db/list.ts';

const connectorsSchema = z
  .object({ pcie_6_pin: number, pcie_8_pin: number, pcie_12VHPWR: number, pcie_12V_2x6: number })
  .nullish();

export const lists = {
  partDataset: {
    name: 'video-card',
    marks: ['name', 'chipset', 'memory'],
    columns: {
      chipset: 'chipset',
      memoryGb: 'memory',
      coreClockMhz: 'core_clock',
      boostClockMhz: 'boost_clock',
      lengthMm: 'length',
      color: 'color',
    },
  },
  openDb: defineOpenDbList({
    name: 'GPU',
    marks: ['chipset_manufacturer', 'core_base_clock'],
    shape: {
      chipset: text,
      memory: number,
      core_base_clock: number,
      core_boost_clock: number,
      color: texts,
      tdp: number,
      length: number,
      total_slot_width: number,
      power_connectors: connectorsSchema,
    },
    readFacts: (record, context) => ({
      kind: 'GraphicsCard',
      chip: record.chipset ?? undefined,
      watts: readWatts(record.tdp, record.chipset ?? '', context),
      lengthMm: plausible(record.length, [60, 400], 'length', context),
      slotWidth: plausible(record.total_slot_width, [1, 5], 'slots', context),
      connectors: readConnectors(record.power_connectors, record.tdp, context),
    }),
    readSpecification: (record, facts, context) => ({
      chipset: record.chipset?.replace(/ (\d+) GB\b/, ' $1GB'),
      memoryGb: positive(record.memory) ?? readMegabytes(record.metadata.name),
      coreClockMhz: roundKnown(plausible(record.core_base_clock, [50, 4000], 'core clock', context)),
      boostClockMhz: roundKnown(plausible(record.core_boost_clock, [50, 4000], 'boost clock', context)),
      lengthMm: roundKnown(facts.lengthMm, Math.ceil),
      slotWidth: facts.slotWidth,
      watts: facts.watts,
      powerConnectors: facts.connectors && formatConnectors(facts.connectors),
      color: formatColors(record.color),
    }),
  }),
} as const satisfies CategoryLists;

/** Watts far from those of other cards with the same chip are slips. */
const wattsRange = [0.9, 1.35] as const;

function readWatts(
  tdp: number | null | undefined,
  chip: string,
  { medianWatts, quarantine }: ReadingContext,
): number | undefined {
  if (!positive(tdp)) return undefined;
  const watts = Number(tdp);
  const median = medianWatts.get(chip) ?? watts;
  const isUsual = watts >= Math.floor(median * wattsRange[0]) && watts <= Math.ceil(median * wattsRange[1]);
  return isUsual ? watts : quarantine('watts', 'Too far from those of other cards with this chip');
}

/** What a card draws from its slot, without a connector. */
const slotWatts = 75;

function readConnectors(
  connectors: z.infer<typeof connectorsSchema>,
  tdp: number | null | undefined,
  { quarantine }: ReadingContext,
): GraphicsCard['connectors'] {
  if (!connectors) return undefined;
  const counts = {
    sixPin: connectors.pcie_6_pin ?? 0,
    eightPin: connectors.pcie_8_pin ?? 0,
    // the newer name of the same connector
    sixteenPin: Math.max(connectors.pcie_12VHPWR ?? 0, connectors.pcie_12V_2x6 ?? 0),
  };
  if (counts.sixteenPin > 0 && counts.sixPin + counts.eightPin > 0)
    return quarantine('power connectors', 'Those of its adapter are listed, too');
  if (counts.sixPin + counts.eightPin + counts.sixteenPin > 0) return counts;
  if (!tdp) return undefined;
  return tdp > slotWatts
    ? quarantine('power connectors', `None, although the card draws more than ${slotWatts} W`)
    : counts;
}

/** Cards of less than a gigabyte are recorded with 0. */
function readMegabytes(name: string): number | undefined {
  const megabytes = /\b(\d{2,4}) ?MB\b/.exec(name)?.[1];
  return megabytes ? Number(megabytes) / 1024 : undefined;
}
