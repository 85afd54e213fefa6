/**
 * Facts from records of the BuildCores OpenDB. What cannot be true is left out as not known, and counted: there, zero
 * and empty lists mean "not known", and lists of M.2 slots are often written twice.
 */
import type { z } from 'zod';
import type {
  Case,
  Cooler,
  Drive,
  FitPart,
  GraphicsCard,
  M2Slot,
  Memory,
  Motherboard,
  PowerSupply,
  Processor,
} from '#domain/fit/facts.ts';
import * as records from '#domain/fit/open-db/records.ts';
import {
  findSlotForm,
  findSupplyForms,
  spellChipset,
  spellFormFactor,
  spellSocket,
} from '#domain/fit/spellings.ts';

export type Quarantined = { fact: string; reason: string };

/** Collects what was left out of one record. */
export type Quarantine = (fact: string, reason: string) => undefined;

type ParsedRecord<Schema extends z.ZodType> = z.infer<Schema>;

type Identity = Pick<records.IdentifiedRecord, 'opendb_id' | 'metadata'>;

const identify = ({ opendb_id: id, metadata }: Identity) => ({ id, name: metadata.name });

const readSocket = (socket: string | null | undefined) => (socket ? spellSocket(socket) : undefined);

const readGeneration = (type: string | null | undefined) => {
  const generation = /^DDR([1-5])$/.exec(type ?? '')?.[1];
  return generation ? Number(generation) : undefined;
};

export const positive = (value: number | null | undefined) => (value && value > 0 ? value : undefined);

/** Zero is often what was never filled in: it counts where somebody has checked the record. */
export function readCount(value: number | null | undefined, { metadata }: Identity): number | undefined {
  return value === 0 && metadata.last_manually_spec_verified_at ? 0 : positive(value);
}

/** A value outside of what is built is a slip of whoever typed it. */
export function plausible(
  value: number | null | undefined,
  [lowest, highest]: readonly [number, number],
  fact: string,
  quarantine: Quarantine,
): number | undefined {
  if (!positive(value)) return undefined;
  const known = Number(value);
  return known >= lowest && known <= highest
    ? known
    : quarantine(fact, `Must be from ${lowest} to ${highest}`);
}

export function readProcessor(
  record: ParsedRecord<typeof records.cpuRecord>,
  quarantine: Quarantine,
): Processor {
  const { tdp, ppt, memory, integratedGraphics } = record.specifications ?? {};
  const generations = (memory?.types ?? []).flatMap((type) => readGeneration(type) ?? []);
  return {
    kind: 'Processor',
    ...identify(record),
    socket: readSocket(record.socket),
    memoryGenerations: generations.length > 0 ? generations : undefined,
    tdpWatts: plausible(tdp, [3, 500], 'tdp', quarantine),
    peakWatts: plausible(ppt, [3, 1000], 'ppt', quarantine),
    hasGraphics: readGraphics(integratedGraphics?.model),
  };
}

const readGraphics = (model: string | null | undefined) =>
  model && model !== '0' ? !/^none$/i.test(model) : undefined;

export function readMotherboard(
  record: ParsedRecord<typeof records.motherboardRecord>,
  quarantine: Quarantine,
): Motherboard {
  const { memory, storage_devices: storage, m2_slots: slots } = record;
  const formFactor = record.form_factor ? spellFormFactor(record.form_factor) : undefined;
  const ports = (storage?.sata_6_gb_s ?? 0) + (storage?.sata_3_gb_s ?? 0);
  if (storage && ports === 0) quarantine('SATA ports', '0 stands for not known');
  return {
    kind: 'Motherboard',
    ...identify(record),
    socket: readSocket(record.socket),
    chipset: record.chipset ? spellChipset(record.chipset) : undefined,
    formFactor,
    memoryGeneration: readGeneration(memory?.ram_type),
    memoryForm: findSlotForm(formFactor),
    memorySlots: positive(memory?.slots),
    maxMemoryGb: plausible(memory?.max, [4, 8192], 'maximum memory', quarantine),
    takesRegisteredMemory: undefined,
    // false stands for “not known”, too
    hasFlashback: record.bios_features?.flashback || undefined,
    m2Slots: readM2Slots(slots ?? [], quarantine),
    m2LengthsMm: readAllM2Lengths(slots ?? []),
    hasVerifiedSlots: false,
    sataPorts: positive(ports),
  };
}

type RecordedSlot = { size?: string | null; key?: string | null; interface?: string | null };

/** Not known where the list splits '2242/2260/2280' of one slot into '2242-2260' and '2280', or is written twice. */
function readM2Slots(slots: readonly RecordedSlot[], quarantine: Quarantine): M2Slot[] | undefined {
  const listed = slots.filter(({ key }) => key !== 'E');
  if (listed.length === 0) return undefined;
  if (listed.some(isForSataAlone)) return quarantine('M.2 slots', 'One takes drives of SATA alone');
  if (listed.some(({ size }) => size?.includes('-')))
    return quarantine('M.2 slots', 'Sizes of one slot are listed as several slots');
  const half = listed.length / 2;
  const isTwice =
    listed.length % 2 === 0 &&
    listed.slice(0, half).every((slot, index) => describeSlot(slot) === describeSlot(listed[half + index]));
  if (isTwice) return quarantine('M.2 slots', 'The list may be written twice');
  return listed.map((slot) => ({
    lengthsMm: readM2Lengths(slot.size),
    takesSata: slot.interface ? /sata/i.test(slot.interface) || undefined : undefined,
  }));
}

const isForSataAlone = ({ interface: lanes }: RecordedSlot) =>
  /sata/i.test(lanes ?? '') && !/pcie|gen/i.test(lanes ?? '');

/** Of all slots for NVMe together; certain, also where their number is not. */
function readAllM2Lengths(slots: readonly RecordedSlot[]): number[] | undefined {
  const listed = slots.filter((slot) => slot.key !== 'E' && !isForSataAlone(slot));
  const lengths = [...new Set(listed.flatMap(({ size }) => readM2Lengths(size)))];
  return lengths.length > 0 ? lengths.toSorted((one, other) => one - other) : undefined;
}

const describeSlot = (slot: RecordedSlot | undefined) => `${slot?.size} ${slot?.key} ${slot?.interface}`;

const moduleLengths = [30, 42, 60, 80, 110];

/** '2242/2260/2280' names each length, '2260-2280' the shortest and the longest. */
function readM2Lengths(size: string | null | undefined): number[] {
  const named = [...(size ?? '').matchAll(/2[25](30|42|60|80|110)/g)].map(([, length]) => Number(length));
  if (!size?.includes('-')) return named;
  return moduleLengths.filter((length) => length >= Math.min(...named) && length <= Math.max(...named));
}

/** 'KSM48R40…' of Kingston, 'M393A…' and 'M386A…' of Samsung. Source: their guides to part numbers. */
const registeredNames = /\b(?:Registered|L?RDIMM)\b|\bKSM\d\dR|\bM3(?:93|86)[A-Z]\d/i;

/** Server modules are called unbuffered there; their names and part numbers say it right. */
function readRegistered(
  { registered, metadata }: ParsedRecord<typeof records.memoryRecord>,
  quarantine: Quarantine,
): boolean | undefined {
  const isNamedSo = [metadata.name, ...(metadata.part_numbers ?? [])].some((name) =>
    registeredNames.test(name),
  );
  if (isNamedSo && registered === 'Unbuffered') quarantine('registered', 'The name says otherwise');
  return isNamedSo || (registered ? registered === 'Registered' : undefined);
}

export function readMemory(
  record: ParsedRecord<typeof records.memoryRecord>,
  quarantine: Quarantine,
): Memory {
  const form = record.form_factor ?? '';
  return {
    kind: 'Memory',
    ...identify(record),
    generation: readGeneration(record.ram_type),
    form: /SO-DIMM/.test(form) ? 'SO-DIMM' : /DIMM/.test(form) ? 'DIMM' : undefined,
    modules: positive(record.modules?.quantity),
    moduleGb: positive(record.modules?.capacity_gb),
    speedMts: positive(record.speed),
    isRegistered: readRegistered(record, quarantine),
  };
}

/** Watts far from those of other cards with the same chip are slips. */
const wattsRange = [0.9, 1.35] as const;

/** What a card draws from its slot, without a connector. */
const slotWatts = 75;

export function readGraphicsCard(
  record: ParsedRecord<typeof records.graphicsCardRecord>,
  medianWatts: number | undefined,
  quarantine: Quarantine,
): GraphicsCard {
  const median = medianWatts ?? record.tdp ?? 1;
  return {
    kind: 'GraphicsCard',
    ...identify(record),
    chip: record.chipset ?? undefined,
    watts: readCardWatts(record.tdp, median, quarantine),
    lengthMm: plausible(record.length, [60, 400], 'length', quarantine),
    slotWidth: plausible(record.total_slot_width, [1, 5], 'slots', quarantine),
    connectors: readCardConnectors(record, quarantine),
  };
}

function readCardWatts(tdp: number | null | undefined, median: number, quarantine: Quarantine) {
  if (!positive(tdp)) return undefined;
  const isUsual =
    Number(tdp) >= Math.floor(median * wattsRange[0]) && Number(tdp) <= Math.ceil(median * wattsRange[1]);
  return isUsual ? Number(tdp) : quarantine('watts', 'Too far from those of other cards with this chip');
}

function readCardConnectors(
  { power_connectors: connectors, tdp }: ParsedRecord<typeof records.graphicsCardRecord>,
  quarantine: Quarantine,
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

/** Of each chip over all records; those of a few cards say nothing. */
export function findMedianWatts(
  cards: readonly { chipset?: string | null | undefined; tdp?: number | null | undefined }[],
): Map<string, number> {
  const wattsOfChip = new Map<string, number[]>();
  for (const { chipset, tdp } of cards)
    if (chipset && tdp && tdp > 0) wattsOfChip.set(chipset, [...(wattsOfChip.get(chipset) ?? []), tdp]);
  return new Map(
    [...wattsOfChip].map(([chip, watts]) => {
      const sorted = watts.toSorted((one, other) => one - other);
      return [chip, sorted[Math.floor(sorted.length / 2)] ?? 0];
    }),
  );
}

export function readCase(record: ParsedRecord<typeof records.caseRecord>, quarantine: Quarantine): Case {
  const listed = record.supported_power_supply_form_factors ?? [];
  const sizes = readBoardSizes(record, quarantine);
  return {
    kind: 'Case',
    ...identify(record),
    boardFormFactors: sizes && sizes.length > 0 ? sizes : undefined,
    maxCardLengthMm: plausible(record.max_video_card_length, [150, 650], 'longest card', quarantine),
    maxCoolerHeightMm: plausible(record.max_cpu_cooler_height, [35, 280], 'highest cooler', quarantine),
    expansionSlots: positive(record.expansion_slots),
    bays35: readCount(record.internal_3_5_bays, record),
    powerSupplyForms: listed.length > 0 ? listed : findSupplyForms(record.form_factor ?? undefined),
  };
}

/** All cases for the living room list Mini-ITX alone, also those that are made for ATX boards. */
function readBoardSizes(
  { form_factor: type, supported_motherboard_form_factors: listed }: ParsedRecord<typeof records.caseRecord>,
  quarantine: Quarantine,
): string[] | undefined {
  const sizes = (listed ?? []).map(spellFormFactor);
  return type === 'HTPC' && sizes.length === 1
    ? quarantine('sizes of boards', 'Cases for the living room all list the same')
    : sizes;
}

/** SFX-L is longer than SFX's 100 mm. */
const longestSfxMm = 115;

export function readPowerSupply(
  record: ParsedRecord<typeof records.powerSupplyRecord>,
  quarantine: Quarantine,
): PowerSupply {
  return {
    kind: 'PowerSupply',
    ...identify(record),
    watts: plausible(record.wattage, [100, 3000], 'watts', quarantine),
    form:
      record.form_factor === 'SFX' && (record.length ?? 0) > longestSfxMm
        ? 'SFX-L'
        : (record.form_factor?.replace('ATX/EPS', 'ATX') ?? undefined),
    connectors: readSupplyConnectors(record, quarantine),
  };
}

/** Power supplies of this size have plugs for cards. */
const cardSupplyWatts = 400;

function readSupplyConnectors(
  { connectors, wattage }: ParsedRecord<typeof records.powerSupplyRecord>,
  quarantine: Quarantine,
): PowerSupply['connectors'] {
  if (!connectors) return undefined;
  const counts = {
    eightPin: connectors.pcie_6_plus_2_pin ?? 0,
    sixteenPin: connectors.pcie_12vhpwr ?? 0,
  };
  if (counts.eightPin + counts.sixteenPin > 0) return counts;
  if (!connectors.eps_8_pin) return quarantine('connectors', 'None, not even for a processor');
  return (wattage ?? 0) >= cardSupplyWatts
    ? quarantine('connectors', `None for a card, although it gives ${cardSupplyWatts} W or more`)
    : counts;
}

export function readCooler(
  record: ParsedRecord<typeof records.coolerRecord>,
  quarantine: Quarantine,
): Cooler {
  const isLiquid = record.water_cooled ?? undefined;
  const sockets = (record.cpu_sockets ?? []).flatMap((socket) => readSocket(socket) ?? []);
  return {
    kind: 'Cooler',
    ...identify(record),
    sockets: sockets.length > 0 ? sockets : undefined,
    isLiquid,
    heightMm: isLiquid ? undefined : plausible(record.height, [15, 200], 'height', quarantine),
    radiatorMm: isLiquid ? readRadiator(record.radiator_size, quarantine) : undefined,
    ratedWatts: undefined,
  };
}

/** Fans are of 92, 120 or 140 mm. */
function readRadiator(size: number | null | undefined, quarantine: Quarantine): number | undefined {
  if (!positive(size)) return undefined;
  const isMade = [92, 120, 140].some((fan) => Number(size) % fan === 0);
  return isMade ? Number(size) : quarantine('radiator', 'No multiple of 92, 120 or 140 mm');
}

export function readDrive(record: ParsedRecord<typeof records.storageRecord>): Drive {
  const form = record.form_factor ?? '';
  const kind = record.type ?? record.storage_type;
  const length = /^M\.2-22(\d+)$/.exec(form)?.[1];
  return {
    kind: 'Drive',
    ...identify(record),
    form: form.startsWith('M.2') ? 'M.2' : form === '2.5"' || form === '3.5"' ? form : undefined,
    m2LengthMm: length ? Number(length) : undefined,
    bus: record.nvme ? 'NVMe' : /SATA/.test(record.interface ?? '') ? 'SATA' : undefined,
    isHardDisk: kind ? kind !== 'SSD' : undefined,
  };
}

export type OpenDbList = 'CPU' | 'Motherboard' | 'RAM' | 'GPU' | 'PCCase' | 'PSU' | 'CPUCooler' | 'Storage';

/** All records of one list; a record of another shape is an error of the file, with its line. */
export function readOpenDbList(
  list: OpenDbList,
  rows: readonly unknown[],
): { parts: FitPart[]; quarantined: Quarantined[] } {
  const quarantined: Quarantined[] = [];
  const quarantine: Quarantine = (fact, reason) => {
    quarantined.push({ fact, reason });
    return undefined;
  };
  return { parts: readParts(list, rows, quarantine), quarantined };
}

function readParts(list: OpenDbList, rows: readonly unknown[], quarantine: Quarantine): FitPart[] {
  const parseAll = <Schema extends z.ZodType>(schema: Schema): z.infer<Schema>[] =>
    rows.map((row) => schema.parse(row));
  switch (list) {
    case 'CPU':
      return parseAll(records.cpuRecord).map((record) => readProcessor(record, quarantine));
    case 'Motherboard':
      return parseAll(records.motherboardRecord).map((record) => readMotherboard(record, quarantine));
    case 'RAM':
      return parseAll(records.memoryRecord).map((record) => readMemory(record, quarantine));
    case 'GPU': {
      const cards = parseAll(records.graphicsCardRecord);
      const medians = findMedianWatts(cards);
      return cards.map((card) => readGraphicsCard(card, medians.get(card.chipset ?? ''), quarantine));
    }
    case 'PCCase':
      return parseAll(records.caseRecord).map((record) => readCase(record, quarantine));
    case 'PSU':
      return parseAll(records.powerSupplyRecord).map((record) => readPowerSupply(record, quarantine));
    case 'CPUCooler':
      return parseAll(records.coolerRecord).map((record) => readCooler(record, quarantine));
    case 'Storage':
      return parseAll(records.storageRecord).map(readDrive);
  }
}
