/** Motherboards in the lists of others. */

import { z } from 'zod';
import type { CategoryLists } from '#features/catalogue/rules/category-definition.ts';
import type { M2Slot, Motherboard } from '#features/catalogue/rules/facts/facts.ts';
import { findSlotForm, spellChipset, spellFormFactor } from '#features/catalogue/rules/facts/spellings.ts';
import type { RowFields } from '#features/catalogue/rules/import/import-values.ts';
import {
  defineOpenDbList,
  flag,
  formatColors,
  number,
  plausible,
  positive,
  type ReadingContext,
  readGeneration,
  readSocket,
  text,
  texts,
} from '#features/catalogue/rules/import/open-db/list.ts';

const slot = z.object({ size: text, key: text, interface: text, _id: text });
type RecordedSlot = z.infer<typeof slot>;

export const lists = {
  partDataset: {
    name: 'motherboard',
    marks: ['name', 'socket', 'memory_slots'],
    columns: {
      socket: 'socket',
      formFactor: 'form_factor',
      memorySlots: 'memory_slots',
      maxMemoryGb: 'max_memory',
      color: 'color',
    },
  },
  openDb: defineOpenDbList({
    name: 'Motherboard',
    marks: ['bios_features', 'pcie_slots', 'm2_slots'],
    shape: {
      socket: text,
      chipset: text,
      form_factor: text,
      memory: z.object({ max: number, ram_type: text, slots: number }).nullish(),
      bios_features: z.object({ flashback: flag }).nullish(),
      storage_devices: z.object({ sata_6_gb_s: number, sata_3_gb_s: number }).nullish(),
      m2_slots: z.array(slot).nullish(),
      ecc_support: flag,
      wireless_networking: text,
      color: texts,
    },
    readFacts(record, context) {
      const { memory, storage_devices: storage } = record;
      const slots = record.m2_slots ?? [];
      const formFactor = record.form_factor ? spellFormFactor(record.form_factor) : undefined;
      const ports = (storage?.sata_6_gb_s ?? 0) + (storage?.sata_3_gb_s ?? 0);
      if (storage && ports === 0) context.quarantine('SATA ports', '0 stands for not known');
      return {
        kind: 'Motherboard',
        socket: readSocket(record.socket),
        chipset: record.chipset ? spellChipset(record.chipset) : undefined,
        formFactor,
        memoryGeneration: readGeneration(memory?.ram_type),
        memoryForm: findSlotForm(formFactor),
        memorySlots: positive(memory?.slots),
        maxMemoryGb: plausible(memory?.max, [4, 8192], 'maximum memory', context),
        takesRegisteredMemory: undefined,
        // false stands for “not known”, too
        hasFlashback: record.bios_features?.flashback || undefined,
        m2Slots: readM2Slots(slots, context),
        m2LengthsMm: readAllM2Lengths(slots),
        hasVerifiedSlots: false,
        sataPorts: positive(ports),
      };
    },
    readSpecification: (record, facts) => ({
      socket: facts.socket,
      formFactor: facts.formFactor,
      chipset: facts.chipset,
      ddr: facts.memoryGeneration,
      memorySlots: facts.memorySlots,
      maxMemoryGb: facts.maxMemoryGb,
      ecc: record.ecc_support ? 'Yes' : undefined,
      ...describeSlots(facts, record.m2_slots ?? []),
      sataPorts: facts.sataPorts,
      flashback: facts.hasFlashback ? 'Yes' : undefined,
      wireless: readWireless(record.wireless_networking),
      color: formatColors(record.color),
    }),
  }),
} as const satisfies CategoryLists;

/** Not known where the list splits '2242/2260/2280' of one slot into '2242-2260' and '2280', or is written twice. */
function readM2Slots(slots: readonly RecordedSlot[], { quarantine }: ReadingContext): M2Slot[] | undefined {
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

const describeSlot = (slot: RecordedSlot | undefined) => `${slot?.size} ${slot?.key} ${slot?.interface}`;

/** Of all slots for NVMe together; certain, also where their number is not. */
function readAllM2Lengths(slots: readonly RecordedSlot[]): number[] | undefined {
  const listed = slots.filter((slot) => slot.key !== 'E' && !isForSataAlone(slot));
  const lengths = [...new Set(listed.flatMap(({ size }) => readM2Lengths(size)))];
  return lengths.length > 0 ? lengths.toSorted((one, other) => one - other) : undefined;
}

const driveLengths = [30, 42, 60, 80, 110];

/** '2242/2260/2280' names each length, '2260-2280' the shortest and the longest. */
function readM2Lengths(size: string | null | undefined): number[] {
  const named = [...(size ?? '').matchAll(/2[25](30|42|60|80|110)/g)].map(([, length]) => Number(length));
  if (!size?.includes('-')) return named;
  return driveLengths.filter((length) => length >= Math.min(...named) && length <= Math.max(...named));
}

type SlotFacts = Pick<Motherboard, 'm2Slots' | 'm2LengthsMm'>;

function describeSlots({ m2Slots, m2LengthsMm }: SlotFacts, recorded: readonly RecordedSlot[]): RowFields {
  const slots = recorded.filter(({ key }) => key !== 'E');
  // slots that a program has written are all of PCIe 4.0
  const generations = slots.flatMap((slot) =>
    slot._id ? [] : (/PCIe (\d)\.0/.exec(slot.interface ?? '')?.[1] ?? []),
  );
  const sataSlots = m2Slots?.filter(({ takesSata }) => takesSata).length;
  return {
    m2Slots: m2Slots?.length,
    m2Sizes: m2LengthsMm?.map((length) => `22${length}`).join(', '),
    m2Generation: generations.length > 0 ? Math.max(...generations.map(Number)) : undefined,
    m2SataSlots: sataSlots || undefined,
  };
}

/** 'Wi-Fi 6E Bluetooth 5.3' is 'Wi-Fi 6E'. */
function readWireless(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  if (/^none$/i.test(text.trim())) return 'None';
  const version = /\bwi-?fi[ -]?([4-7]E?)(?![\dA-Z])/i.exec(text)?.[1];
  return version && !/sold separately/i.test(text) ? `Wi-Fi ${version.toUpperCase()}` : undefined;
}
