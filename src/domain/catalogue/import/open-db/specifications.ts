/** Specifications of the shop from records of the BuildCores OpenDB, without what cannot be true. */
import type { z } from 'zod';
import type { RowFields } from '#domain/catalogue/category-definition.ts';
import { formatConnectors } from '#domain/catalogue/fit-fields.ts';
import { formatColors } from '#domain/catalogue/import/open-db/names.ts';
import type { FitPart, Motherboard } from '#domain/fit/facts.ts';
import * as facts from '#domain/fit/open-db/read-facts.ts';
import type * as records from '#domain/fit/open-db/records.ts';

export type ReadSpecification = {
  kind: FitPart['kind'];
  /** Of drives; undefined: not known. */
  isHardDisk?: boolean | undefined;
  specs: RowFields;
};

type ParsedRecord<Schema extends z.ZodType> = z.infer<Schema>;

type Quarantine = facts.Quarantine;

const { positive, plausible } = facts;

export function readCpu(
  record: ParsedRecord<typeof records.cpuRecord>,
  quarantine: Quarantine,
): ReadSpecification {
  const processor = facts.readProcessor(record, quarantine);
  const { cores, clocks, specifications, microarchitecture } = record;
  const graphics = specifications?.integratedGraphics?.model;
  return {
    kind: processor.kind,
    specs: {
      cores: positive(cores?.total),
      threads: positive(cores?.threads),
      baseClockGhz: plausible(clocks?.performance?.base, [0.8, 6], 'base clock', quarantine),
      boostClockGhz: plausible(clocks?.performance?.boost, [1, 7], 'boost clock', quarantine),
      socket: processor.socket,
      memoryTypes: processor.memoryGenerations
        ?.toSorted()
        .map((generation) => `DDR${generation}`)
        .join(', '),
      // false stands for “not known”, too
      ecc: specifications?.eccSupport ? 'Yes' : undefined,
      tdpWatts: processor.tdpWatts,
      peakWatts: processor.peakWatts,
      graphics: processor.hasGraphics === false ? 'None' : processor.hasGraphics ? graphics : undefined,
      microarchitecture,
      coolerIncluded: readCooler(record),
    },
  };
}

/** “No” where packaging or AMD's “WOF” (without fan) say it; the record's own “no” stands for “not known”, too. */
function readCooler({ specifications, metadata }: ParsedRecord<typeof records.cpuRecord>) {
  if (specifications?.includesCooler) return 'Yes';
  const isWithout = (metadata.part_numbers ?? []).some((number) => /^100-\d+WOF$/.test(number));
  return isWithout || specifications?.packaging === 'OEM/Tray' ? 'No' : undefined;
}

export function readBoard(
  record: ParsedRecord<typeof records.motherboardRecord>,
  quarantine: Quarantine,
): ReadSpecification {
  const board = facts.readMotherboard(record, quarantine);
  return {
    kind: board.kind,
    specs: {
      socket: board.socket,
      formFactor: board.formFactor,
      chipset: board.chipset,
      ddr: board.memoryGeneration,
      memorySlots: board.memorySlots,
      maxMemoryGb: board.maxMemoryGb,
      ecc: record.ecc_support ? 'Yes' : undefined,
      ...describeSlots(board, record.m2_slots ?? []),
      sataPorts: board.sataPorts,
      flashback: board.hasFlashback ? 'Yes' : undefined,
      wireless: readWireless(record.wireless_networking),
      color: formatColors(record.color),
    },
  };
}

type RecordedSlots = NonNullable<ParsedRecord<typeof records.motherboardRecord>['m2_slots']>;

function describeSlots({ m2Slots, m2LengthsMm }: Motherboard, recorded: RecordedSlots): RowFields {
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

export function readMemory(
  record: ParsedRecord<typeof records.memoryRecord>,
  quarantine: Quarantine,
): ReadSpecification {
  const memory = facts.readMemory(record, quarantine);
  const casLatency = plausible(record.cas_latency, [1.5, 80], 'CAS latency', quarantine);
  return {
    kind: memory.kind,
    specs: {
      capacityGb: positive(record.capacity),
      modules: memory.modules,
      moduleGb: memory.moduleGb,
      ddr: memory.generation,
      speedMts: memory.speedMts,
      casLatency,
      firstWordLatencyNs:
        casLatency && memory.speedMts
          ? Number(((2000 * casLatency) / memory.speedMts).toFixed(3))
          : undefined,
      form: memory.form,
      ecc: readEcc(record, memory.isRegistered, quarantine),
      registered: memory.isRegistered === undefined ? undefined : memory.isRegistered ? 'Yes' : 'No',
      heightMm: plausible(record.height, [15, 80], 'height', quarantine),
      color: formatColors(record.color),
    },
  };
}

/** Registered memory always corrects errors. */
function readEcc(
  { ecc, metadata }: ParsedRecord<typeof records.memoryRecord>,
  isRegistered: boolean | undefined,
  quarantine: Quarantine,
) {
  const isNamedSo = isRegistered || /(?<!non-)\bECC\b/i.test(metadata.name);
  if (isNamedSo && ecc === 'Non-ECC') quarantine('ECC', 'The name says otherwise');
  if (isNamedSo || ecc === 'ECC') return 'Yes';
  return ecc === 'Non-ECC' ? 'No' : undefined;
}

export function readCard(
  record: ParsedRecord<typeof records.graphicsCardRecord>,
  medianWatts: number | undefined,
  quarantine: Quarantine,
): ReadSpecification {
  const card = facts.readGraphicsCard(record, medianWatts, quarantine);
  return {
    kind: card.kind,
    specs: {
      chipset: record.chipset?.replace(/ (\d+) GB\b/, ' $1GB'),
      memoryGb: positive(record.memory) ?? readMegabytes(record.metadata.name),
      coreClockMhz: roundKnown(plausible(record.core_base_clock, [50, 4000], 'core clock', quarantine)),
      boostClockMhz: roundKnown(plausible(record.core_boost_clock, [50, 4000], 'boost clock', quarantine)),
      lengthMm: roundKnown(card.lengthMm, Math.ceil),
      slotWidth: card.slotWidth,
      watts: card.watts,
      powerConnectors: card.connectors && formatConnectors(card.connectors),
      color: formatColors(record.color),
    },
  };
}

/** Cards of less than a gigabyte are recorded with 0. */
function readMegabytes(name: string): number | undefined {
  const megabytes = /\b(\d{2,4}) ?MB\b/.exec(name)?.[1];
  return megabytes ? Number(megabytes) / 1024 : undefined;
}

const roundKnown = (value: number | undefined, round = Math.round) =>
  value === undefined ? undefined : round(value);

export function readCase(
  record: ParsedRecord<typeof records.caseRecord>,
  quarantine: Quarantine,
): ReadSpecification {
  const computerCase = facts.readCase(record, quarantine);
  const watts = /(\d{2,4}) ?W\b/.exec(record.power_supply ?? '')?.[1];
  return {
    kind: computerCase.kind,
    specs: {
      type: record.form_factor ?? undefined,
      boardFormFactors: computerCase.boardFormFactors?.join(', '),
      maxCardLengthMm: computerCase.maxCardLengthMm,
      expansionSlots: computerCase.expansionSlots,
      maxCoolerHeightMm: computerCase.maxCoolerHeightMm,
      powerSupplyForms: record.supported_power_supply_form_factors?.join(', ') || undefined,
      includedWatts: watts ? Number(watts) : undefined,
      bays35: computerCase.bays35,
      bays25: facts.readCount(record.internal_2_5_bays, record),
      volumeL: plausible(record.volume, [2, 250], 'volume', quarantine),
      sidePanel: record.side_panel ?? undefined,
      color: formatColors(record.color),
    },
  };
}

export function readSupply(
  record: ParsedRecord<typeof records.powerSupplyRecord>,
  quarantine: Quarantine,
): ReadSpecification {
  const supply = facts.readPowerSupply(record, quarantine);
  const { connectors } = supply;
  return {
    kind: supply.kind,
    specs: {
      watts: supply.watts,
      form: supply.form,
      efficiency: record.efficiency_rating?.replace(/^80\+ (?:Standard|White)$/, '80+'),
      modular: record.modular?.replace('-Modular', '').replace(/^Non$/, 'No'),
      cardConnectors: connectors && formatConnectors({ sixPin: 0, ...connectors }),
      lengthMm: roundKnown(plausible(record.length, [60, 400], 'length', quarantine), Math.ceil),
      color: formatColors(record.color),
    },
  };
}

export function readCoolerRecord(
  record: ParsedRecord<typeof records.coolerRecord>,
  quarantine: Quarantine,
): ReadSpecification {
  const cooler = facts.readCooler(record, quarantine);
  const { isLiquid } = cooler;
  // a fan with one speed has it as the lowest
  const rpm = positive(record.max_fan_rpm) ?? record.min_fan_rpm;
  const noise = Math.max(record.max_noise_level ?? 0, record.min_noise_level ?? 0);
  return {
    kind: cooler.kind,
    specs: {
      cooling: isLiquid === undefined ? undefined : isLiquid ? 'Liquid' : 'Air',
      sockets: cooler.sockets?.join(', '),
      heightMm: cooler.heightMm,
      radiatorMm: cooler.radiatorMm,
      maxRpm: roundKnown(plausible(rpm, [300, 10_000], 'fan speed', quarantine)),
      noiseDb: plausible(noise, [5, 80], 'noise', quarantine),
      color: formatColors(record.color),
    },
  };
}

export function readStorage(
  record: ParsedRecord<typeof records.storageRecord>,
  quarantine: Quarantine,
): ReadSpecification {
  const { isHardDisk } = facts.readDrive(record);
  const form = record.form_factor ?? '';
  const connection = record.interface ?? '';
  const shared = {
    capacityGb: readCapacity(record, quarantine),
    cacheMb: plausible(record.cache, [0.5, 65_536], 'cache', quarantine),
    formFactor: /^[23]\.5"$/.test(form)
      ? form.replace('"', '-inch')
      : form.replace(/^PCIe$/, 'PCIe card') || undefined,
    interface: spellInterface(connection, form) || undefined,
  };
  if (isHardDisk) {
    const rpm = /\b(\d{4,5}) ?RPM\b/i.exec(record.metadata.name)?.[1];
    return { kind: 'Drive', isHardDisk, specs: { ...shared, rpm: rpm ? Number(rpm) : undefined } };
  }
  const generation = form === 'PCIe' ? /PCIe (\d)\.0/.exec(connection)?.[1] : undefined;
  return {
    kind: 'Drive',
    isHardDisk,
    specs: {
      ...shared,
      protocol: record.nvme ? 'NVMe' : undefined,
      pcieGeneration: generation ? Number(generation) : undefined,
    },
  };
}

/** Terabytes are recorded without their decimals, some as gigabytes: the name says them. */
function readCapacity(
  { capacity, metadata }: ParsedRecord<typeof records.storageRecord>,
  quarantine: Quarantine,
) {
  const terabytes = Number(/(?<![\d.])(\d+(?:\.\d+)?) ?TB\b(?!\/s)/i.exec(metadata.name)?.[1] ?? 0);
  const isCut = terabytes >= 1 && (capacity === Math.floor(terabytes) * 1000 || capacity === terabytes);
  if (!isCut || capacity === terabytes * 1000)
    return plausible(capacity, [1, 100_000], 'capacity', quarantine);
  quarantine('capacity', 'The name says otherwise');
  return terabytes * 1000;
}

/** 'M.2 PCIe 3.0 x4' of a card for a slot is 'PCIe x4'; SATA of an M.2 drive is 'M.2 SATA'. */
function spellInterface(connection: string, form: string): string {
  if (form === 'PCIe') return connection.replace(/^M\.2 PCIe (?:\d\.0 )?/, 'PCIe ');
  if (form.startsWith('M.2') && connection.startsWith('SATA')) return 'M.2 SATA';
  return connection.replace(/ x(\d+)$/, ' X$1');
}
