/** Motherboards in lists: filters, words of searches, facts that follow from others, and how others list them. */
import { z } from 'zod';
import { motherboard } from '#catalogue/rules/categories/motherboard/definition.ts';
import { splitList } from '#catalogue/rules/facts/fact-types.ts';
import type { FitFacts } from '#catalogue/rules/facts/facts.ts';
import { findSlotForm, spellChipset, spellFormFactor } from '#catalogue/rules/facts/spellings.ts';
import type { FieldFacts } from '#catalogue/rules/facts/typed-facts.ts';
import {
  defineOpenDbList,
  flag,
  number,
  plausible,
  positive,
  type ReadingContext,
  readGeneration,
  text,
  texts,
} from '#catalogue/rules/import/open-db/list.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { filterBy, splitColors } from '#catalogue/rules/lists/filter-kinds.ts';
import { findChipset, findMemoryGeneration, splitSockets } from '#catalogue/rules/processor-sockets.ts';
import { spellGigabytes, spellNumber, spellText, without } from '#catalogue/rules/search/spellings.ts';
import { splitIntoLooseWords } from '#catalogue/rules/search/words.ts';
import { getNumber, getText, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

const slot = z.object({ size: text, key: text, interface: text, _id: text });
type RecordedSlot = z.infer<typeof slot>;

const { fields } = motherboard;
const by = filterBy(fields);

/** Bluetooth is a part of their Wi-Fi. */
const withoutWifi = `${without}(?:wi-?fi|wireless|wlan|bluetooth)\\b`;

export const listedMotherboard = {
  ...motherboard,
  filters: [
    by.splitChoice('socket', 'socket', splitSockets),
    by.choice('chipset', 'chipset'),
    by.choice('form-factor', 'formFactor'),
    by.choice('ddr', 'ddr'),
    { ...by.flag('wifi', 'wireless', (wireless) => wireless !== 'None'), label: 'Wi-Fi' },
    by.choice('m2-slots', 'm2Slots', ['down']),
    by.choice('m2-pcie', 'm2Generation', ['down']),
    by.choice('memory-slots', 'memorySlots', ['down']),
    by.range('max-memory', 'maxMemoryGb', ['down']),
    by.choice('sata-ports', 'sataPorts', ['down']),
    by.splitChoice('m2-size', 'm2Sizes', splitList),
    by.choice('m2-sata-slots', 'm2SataSlots'),
    by.yesFlag('flashback', 'flashback'),
    by.choice('memory-form', 'memoryForm'),
    by.yesFlag('ecc', 'ecc'),
    by.yesFlag('registered', 'registered'),
    by.choice('card-slots', 'cardSlots', ['down']),
    by.choice('processor-plugs', 'processorPlugs'),
    by.splitChoice('color', 'color', splitColors),
  ],
  columns: ['socket', 'chipset', 'form-factor', 'ddr', 'memory-slots', 'm2-slots', 'max-memory'],
  derive,
  words: {
    translations: `
motherboard = hauptplatine, hauptplatinen, mutterplatine, placa base, placas base, placa, placa madre, tarjeta madre, carte mere, cartes meres, মাদারবোর্ড, মেইনবোর্ড, scheda madre, placa-mae, placa mae, moederbord, płyta główna, anakart, материнская плата, материнскую плату`,
    names: ['motherboard', 'mainboard', 'mobo', 'mother board', 'main board', 'board'],
    makers: /\b(?:asrock|biostar|supermicro)\b/i,
    typicalWords: new RegExp(`(?:^|\\b[abhqxz]\\d{3}\\w*\\b.*)${withoutWifi}$`, 'i'), // but no laptop without it
    searchWords: ['motherboard', 'mainboard', 'mobo', 'board', 'socket'],
    tellingWords: ['atx', 'eatx', 'matx', 'microatx', 'itx', 'mitx', 'miniitx'],
    phrases: [
      [new RegExp(withoutWifi, 'gi'), 'no.wifi -wifi'],
      [
        /\b(\d)(?: ?[x×])? ?m\.?2(?: (?:nvme|ssd))?(?: (?:slots?|sockets?|ports?|connectors?))?(?![\w.])/gi,
        '$1m2',
      ],
      [/\b(\w+) (?:(?:ram|memory) )?(?:sticks|modules|dimms)\b/gi, '$1 slots'],
      [/\b(\d{1,2})(?: ?[x×])? ?sata(?: ?(?:iii|3|6gb\/s))?(?: (?:ports?|connectors?))?\b/gi, '$1sata'],
    ],
    listProminentWords: (specs) => nameProcessors(platforms, getText(specs, 'socket')),
    listSpecificationWords,
    listUseWords: ({ formFactor, socket, chipset }) => [
      ...(/ITX|Micro|DTX|Flex/.test(String(formFactor)) ? ['small', 'compact'] : []),
      ...(/^(?:SP\d|LGA(?:1567|2011|3647|4189|4677))/.test(String(socket)) ||
      /\b[CW]\d{3}$/.test(String(chipset))
        ? ['server', 'workstation']
        : []),
    ],
    listProcessorWords: ({ socket, chipset }) => [(chipset ?? socket).toLowerCase()],
  },
  readFitFacts,
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
    fields,
    marks: ['bios_features', 'pcie_slots', 'm2_slots'],
    shape: {
      socket: text,
      chipset: text,
      form_factor: text,
      memory: z.object({ max: number, ram_type: text, slots: number }).nullish(),
      bios_features: z.object({ flashback: flag }).nullish(),
      storage_devices: z.object({ sata_6_gb_s: number, sata_3_gb_s: number }).nullish(),
      m2_slots: z.array(slot).nullish(),
      pcie_slots: z.array(z.object({ quantity: number, lanes: number })).nullish(),
      power_connectors: z.object({ cpu_power: texts }).nullish(),
      ecc_support: flag,
      wireless_networking: text,
    },
    readFacts(record, context) {
      const { memory, storage_devices: storage, socket } = record;
      const formFactor = record.form_factor ? spellFormFactor(record.form_factor) : undefined;
      const ports = (storage?.sata_6_gb_s ?? 0) + (storage?.sata_3_gb_s ?? 0);
      if (storage && ports === 0) context.quarantine('SATA ports', '0 stands for not known');
      return {
        socket: socket ? fields.socket.type.parse(socket) : undefined,
        formFactor,
        chipset: record.chipset ? spellChipset(record.chipset) : undefined,
        ddr: readGeneration(memory?.ram_type),
        memorySlots: positive(memory?.slots),
        maxMemoryGb: plausible(memory?.max, [4, 8192], 'maximum memory', context),
        // false stands for “not known”, too
        ecc: record.ecc_support || undefined,
        ...readRecordedSlots(record.m2_slots ?? [], context),
        sataPorts: plausible(ports, [1, 32], 'SATA ports', context),
        flashback: record.bios_features?.flashback || undefined,
        cardSlots: countCardSlots(record.pcie_slots ?? [], formFactor),
        processorPlugs: positive(record.power_connectors?.cpu_power?.length),
        wireless: readRecordedWireless(record.wireless_networking, record.metadata.name),
      };
    },
  }),
} as const satisfies ListedCategory<keyof typeof fields>;

function derive(specs: SpecificationValues, name: string): SpecificationValues {
  const socket = getText(specs, 'socket');
  return {
    chipset: findChipset(socket, name),
    ddr: findMemoryGeneration(socket) ?? readMemoryGeneration(name),
    memoryForm: findSlotForm(getText(specs, 'formFactor'), socket, name),
    wireless: readWireless(name),
  };
}

/** 'DDR4', or 'D4' as a word of its own: 'H610I-PLUS D4-CSM', 'B760 Pro RS/D4'. */
function readMemoryGeneration(name: string): number | undefined {
  const generation = /\bDDR([2-5])/i.exec(name) ?? /(?<=[\s/-])D([3-5])(?![A-Za-z0-9])/.exec(name);
  return generation ? Number(generation[1]) : undefined;
}

/** Boards named AX have Wi-Fi 6 or 6E (802.11ax), those named AC Wi-Fi 5. */
function readWireless(name: string): string | undefined {
  const [, version] = /wi-?fi ?-?(7|6E|6|5)?(?![0-9])/i.exec(name) ?? [];
  if (version) return `Wi-Fi ${version.toUpperCase()}`;
  if (/(?<=[\s/-])AX(?![A-Za-z0-9])/i.test(name)) return 'Wi-Fi 6 or 6E';
  if (/(?<=[\s/-])AC(?![A-Za-z0-9])/i.test(name)) return 'Wi-Fi 5';
  return /wi-?fi/i.test(name) ? 'Wi-Fi' : undefined;
}

type PcieSlot = { quantity?: number | null | undefined; lanes?: number | null | undefined };

/** Larger boards without one are slips, and slots of two to eight lanes are often as long. */
function countCardSlots(slots: readonly PcieSlot[], formFactor: string | undefined): number | undefined {
  const long = slots.filter(({ lanes }) => lanes === 16);
  if (long.length > 0 && slots.some(({ lanes }) => lanes && lanes > 1 && lanes < 16)) return undefined;
  if (long.length > 0) return positive(long.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0));
  const isSmall = /Mini ITX/.test(formFactor ?? '');
  return isSmall && slots.length > 0 && slots.every(({ lanes }) => lanes && lanes < 8) ? 0 : undefined;
}

function readFitFacts({ socket, ...facts }: FieldFacts<typeof fields>): FitFacts {
  const { ddr, memorySlots, maxMemoryGb, m2Slots, m2Sizes, m2SataSlots } = facts;
  const name = chooseSocket(socket?.names ?? []);
  // of LGA1700, where both are: slots for more than 32 GB each take DDR5, whose modules are larger
  const isLarge = memorySlots !== undefined && maxMemoryGb !== undefined && maxMemoryGb / memorySlots > 32;
  return {
    kind: 'Motherboard',
    socket: name,
    sockets: name ? undefined : socket?.names,
    processors: socket && socket.processors > 1 ? socket.processors : undefined,
    chipset: facts.chipset,
    formFactor: facts.formFactor,
    memoryGeneration: ddr ?? (isLarge && name === 'LGA1700' ? 5 : undefined),
    memoryForm: facts.memoryForm,
    memorySlots,
    maxMemoryGb,
    takesRegisteredMemory: facts.registered,
    hasFlashback: facts.flashback,
    m2Slots:
      m2Slots === undefined
        ? undefined
        : Array.from({ length: m2Slots }, (_, index) => ({
            lengthsMm: m2Sizes ?? [],
            takesSata: m2SataSlots === undefined ? undefined : index < m2SataSlots,
          })),
    m2LengthsMm: m2Sizes,
    m2Generation: facts.m2Generation,
    sataPorts: facts.sataPorts,
    cardSlots: facts.cardSlots,
    processorPlugs: facts.processorPlugs,
  };
}

/** Boards of several sockets take the processors of each of them: not known, but for AM3+, which takes those of AM3. */
function chooseSocket(written: readonly string[]): string | undefined {
  const names = [...new Set(written.map((name) => name.replace(/ narrow$/i, '')))];
  if (names.length === 2 && names.includes('AM3+') && names.includes('AM3')) return 'AM3+';
  return names.length === 1 ? names[0] : undefined;
}

/** Without the slot of the Wi-Fi card. */
function readRecordedSlots(recorded: readonly RecordedSlot[], context: ReadingContext) {
  const slots = recorded.filter(({ key }) => key !== 'E');
  // slots that a program has written are all of PCIe 4.0
  const generations = slots.flatMap((slot) =>
    slot._id ? [] : (/PCIe (\d)\.0/.exec(slot.interface ?? '')?.[1] ?? []),
  );
  const counted = readCountedSlots(slots, context);
  return {
    m2Slots: counted?.length,
    m2Sizes: readAllRecordedLengths(slots),
    m2Generation: generations.length > 0 ? Math.max(...generations.map(Number)) : undefined,
    m2SataSlots: counted?.filter((slot) => /sata/i.test(slot.interface ?? '')).length || undefined,
  };
}

/** Not known where the list splits '2242/2260/2280' of one slot into '2242-2260' and '2280', or is written twice. */
function readCountedSlots(
  slots: readonly RecordedSlot[],
  { quarantine }: ReadingContext,
): readonly RecordedSlot[] | undefined {
  if (slots.length === 0) return undefined;
  if (slots.some(isForSataAlone)) return quarantine('M.2 slots', 'One takes drives of SATA alone');
  if (slots.some(({ size }) => size?.includes('-')))
    return quarantine('M.2 slots', 'Sizes of one slot are listed as several slots');
  const half = slots.length / 2;
  const isTwice =
    slots.length % 2 === 0 &&
    slots.slice(0, half).every((slot, index) => describeSlot(slot) === describeSlot(slots[half + index]));
  return isTwice ? quarantine('M.2 slots', 'The list may be written twice') : slots;
}

const isForSataAlone = ({ interface: lanes }: RecordedSlot) =>
  /sata/i.test(lanes ?? '') && !/pcie|gen/i.test(lanes ?? '');

const describeSlot = (slot: RecordedSlot | undefined) => `${slot?.size} ${slot?.key} ${slot?.interface}`;

/** Of all slots for NVMe together; certain, also where their number is not. */
function readAllRecordedLengths(slots: readonly RecordedSlot[]): number[] | undefined {
  const listed = slots.filter((slot) => !isForSataAlone(slot));
  const lengths = [...new Set(listed.flatMap(({ size }) => readRecordedLengths(size)))];
  return lengths.length > 0 ? lengths.toSorted((one, other) => one - other) : undefined;
}

const driveLengths = [30, 42, 60, 80, 110];

/** '2242/2260/2280' names each length, '2260-2280' the shortest and the longest. */
function readRecordedLengths(size: string | null | undefined): number[] {
  const named = [...(size ?? '').matchAll(/2[25](30|42|60|80|110)/g)].map(([, length]) => Number(length));
  if (!size?.includes('-')) return named;
  return driveLengths.filter((length) => length >= Math.min(...named) && length <= Math.max(...named));
}

/** 'Wi-Fi 6E Bluetooth 5.3' is 'Wi-Fi 6E'; 'None' is a slip where the name has it. */
function readRecordedWireless(text: string | null | undefined, name: string): string | undefined {
  if (!text) return undefined;
  if (/^none$/i.test(text.trim())) return readWireless(name) ?? 'None';
  const version = /\bwi-?fi[ -]?([4-7]E?)(?![\dA-Z])/i.exec(text)?.[1];
  return version && !/sold separately/i.test(text) ? `Wi-Fi ${version.toUpperCase()}` : undefined;
}

/** 'Micro ATX' is no 'atx'. */
function listFormFactorWords(formFactor: string): string[] {
  const [, size, form] = /^(micro|mini) (atx|itx)$/.exec(formFactor.toLowerCase()) ?? [];
  if (!size || !form) return [...spellText(formFactor), splitIntoLooseWords(formFactor).join('')];
  return [`${size}${form}`, `m${form}`, size, ...(form === 'itx' ? [form] : [])];
}

/** Whose processors a socket takes. */
const platforms: [string, RegExp][] = [
  ['intel', /lga|^(?:socket )?(?:370|478|775|1\d{3})\b/i],
  ['amd', /^(?:AM\d|FM\d|s?TR|sWRX|SP\d)/i],
];

/** The processors themselves come before their boards. */
const families: [string, RegExp][] = [
  ['ryzen', /^AM[45]/i],
  ['threadripper', /^(?:s?TR|sWRX)/i],
  ['epyc', /^SP\d/i],
];

const nameProcessors = (processors: typeof platforms, socket: string) =>
  processors.flatMap(([name, sockets]) => (sockets.test(socket) ? [name] : []));

function listSpecificationWords(specs: SpecificationValues): string[] {
  const socket = getText(specs, 'socket');
  const [, letters, digits] = /^([A-Za-z]+)(\d{3,})/.exec(socket) ?? [];
  const formFactor = getText(specs, 'formFactor');
  return [
    ...spellText(socket),
    ...nameProcessors(families, socket),
    ...(letters && digits ? [letters.toLowerCase(), digits] : []),
    ...listFormFactorWords(formFactor),
    ...spellText(getText(specs, 'chipset')),
    ...spellNumber(specs, 'ddr', (ddr) => [`ddr${ddr}`]),
    ...listWirelessWords(getText(specs, 'wireless')),
    ...spellGigabytes(getNumber(specs, 'maxMemoryGb')),
    ...spellNumber(specs, 'memorySlots', (slots) => [`${slots}slot`]),
    ...(getText(specs, 'memoryForm') === 'SO-DIMM' ? ['sodimm'] : []),
    ...(specs.ecc === 'Yes' ? ['ecc'] : []),
    ...(getText(specs, 'flashback') === 'Yes' ? ['flashback', 'bios'] : []),
    ...spellNumber(specs, 'm2Slots', (slots) => (slots > 0 ? ['m.2', 'm2', 'nvme', `${slots}m2`] : [])),
    ...spellNumber(specs, 'sataPorts', (ports) => [`${ports}sata`]),
    ...spellText(getText(specs, 'color')),
  ];
}

function listWirelessWords(wireless: string): string[] {
  if (wireless === '' || wireless === 'None') return wireless ? ['no.wifi'] : [];
  return ['wifi', 'wireless', ...spellText(wireless.replace(' or ', ' Wi-Fi '))];
}
