/** Records of the BuildCores OpenDB, as published: only what is read of them. */
import { z } from 'zod';

const text = z.string().nullish();
const number = z.number().nullish();
const texts = z.array(z.string()).nullish();
const flag = z.boolean().nullish();

/** What a processor takes, and what a board has slots for. */
const memory = z.object({ types: texts, max: number, ram_type: text, slots: number }).nullish();

const identified = z.object({
  opendb_id: z.string(),
  metadata: z.object({
    name: z.string(),
    manufacturer: text,
    part_numbers: texts,
    /** Somebody compared the record with its source. */
    last_manually_spec_verified_at: text,
  }),
});

/** What every record says of itself. */
export type IdentifiedRecord = z.infer<typeof identified>;

export const cpuRecord = identified.extend({
  socket: text,
  microarchitecture: text,
  cores: z.object({ total: number, threads: number }).nullish(),
  clocks: z.object({ performance: z.object({ base: number, boost: number }).nullish() }).nullish(),
  specifications: z
    .object({
      eccSupport: flag,
      includesCooler: flag,
      packaging: text,
      tdp: number,
      ppt: number,
      memory,
      integratedGraphics: z.object({ model: text }).nullish(),
    })
    .nullish(),
});

export const motherboardRecord = identified.extend({
  socket: text,
  chipset: text,
  form_factor: text,
  memory,
  bios_features: z.object({ flashback: flag }).nullish(),
  storage_devices: z.object({ sata_6_gb_s: number, sata_3_gb_s: number }).nullish(),
  m2_slots: z.array(z.object({ size: text, key: text, interface: text, _id: text })).nullish(),
  ecc_support: flag,
  wireless_networking: text,
  color: texts,
});

export const memoryRecord = identified.extend({
  ram_type: text,
  form_factor: text,
  speed: number,
  registered: text,
  ecc: text,
  capacity: number,
  cas_latency: number,
  height: number,
  color: texts,
  modules: z.object({ quantity: number, capacity_gb: number }).nullish(),
});

export const graphicsCardRecord = identified.extend({
  chipset: text,
  memory: number,
  core_base_clock: number,
  core_boost_clock: number,
  color: texts,
  tdp: number,
  length: number,
  total_slot_width: number,
  power_connectors: z
    .object({ pcie_6_pin: number, pcie_8_pin: number, pcie_12VHPWR: number, pcie_12V_2x6: number })
    .nullish(),
});

export const caseRecord = identified.extend({
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
  color: texts,
});

export const powerSupplyRecord = identified.extend({
  wattage: number,
  form_factor: text,
  efficiency_rating: text,
  modular: text,
  length: number,
  color: texts,
  connectors: z.object({ eps_8_pin: number, pcie_12vhpwr: number, pcie_6_plus_2_pin: number }).nullish(),
});

export const coolerRecord = identified.extend({
  cpu_sockets: texts,
  height: number,
  water_cooled: flag,
  radiator_size: number,
  min_fan_rpm: number,
  max_fan_rpm: number,
  min_noise_level: number,
  max_noise_level: number,
  color: texts,
});

export const storageRecord = identified.extend({
  form_factor: text,
  interface: text,
  nvme: flag,
  type: text,
  storage_type: text,
  capacity: number,
  cache: number,
});
