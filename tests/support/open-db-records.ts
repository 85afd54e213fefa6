/**
 * Records in the form of the BuildCores OpenDB, some with what cannot be true.
 * Contains information from the BuildCores OpenDB, which is made available under the ODC Attribution License.
 */

const identify = (id: number, name: string, manufacturer: string, ...numbers: string[]) => ({
  opendb_id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  metadata: { name, manufacturer, part_numbers: numbers },
});

export const processor = {
  ...identify(1, 'Intel Core i5 14400F', 'Intel', 'BX8071514400F', '14400F'),
  cores: { total: 10, performance: 6, efficiency: 4, threads: 16 },
  clocks: { performance: { base: 2.5, boost: 4.7 } },
  specifications: {
    integratedGraphics: { model: 'None', baseClock: 0 },
    memory: { types: ['DDR5', 'DDR4'], channels: 2, maxSupport: 192 },
    tdp: 65,
    ppt: 148,
    eccSupport: false,
    includesCooler: false,
    packaging: 'Boxed',
  },
  microarchitecture: 'Raptor Lake',
  socket: 'LGA 1700',
};

export const board = {
  ...identify(
    2,
    'MSI B550 MAG TOMAHAWK MAX WIFI AM4 DDR4 ATX',
    'MSI',
    'MAG B550 TOMAHAWK MAX WIFI',
    '7C91-012R',
  ),
  memory: { max: 128, ram_type: 'DDR4', slots: 4 },
  storage_devices: { sata_6_gb_s: 0, sata_3_gb_s: 0, u2: 0 },
  bios_features: { flashback: true, clear_cmos: false },
  socket: 'AM4',
  form_factor: 'ATX',
  chipset: 'AMD B550',
  color: ['BLACK', 'GREY'],
  m2_slots: [
    { size: '2242-2260', key: 'M', interface: 'PCIe 4.0 x4', _id: 'a' },
    { size: '2280', key: 'M', interface: 'PCIe 4.0 x4', _id: 'b' },
    { size: '2280', key: 'E', interface: 'PCIe 4.0 x4', _id: 'c' },
  ],
  ecc_support: false,
  wireless_networking: 'Wifi 6E Bluetooth 5.2',
};

export const memory = {
  ...identify(
    3,
    'Kingston Server Premier Registered DDR4-3200 CL22 32GB (1x32GB)',
    'Kingston',
    'KSM32RD8/32',
  ),
  modules: { quantity: 1, capacity_gb: 32 },
  speed: 3200,
  ram_type: 'DDR4',
  form_factor: '288-pin DIMM',
  capacity: 32,
  cas_latency: 22,
  ecc: 'Non-ECC',
  registered: 'Unbuffered',
  height: 0,
};

export const card = {
  ...identify(4, 'Radeon RX 570 ARMOR MK2 8G OC', 'MSI', 'R570AR28C', 'Radeon RX 570 ARMOR MK2 8G OC'),
  power_connectors: { pcie_6_pin: 0, pcie_8_pin: 1, pcie_12VHPWR: 0, pcie_12V_2x6: 0 },
  chipset_manufacturer: 'AMD',
  chipset: 'Radeon RX 570',
  memory: 8,
  core_base_clock: 1244,
  core_boost_clock: 1281,
  color: ['BLACK', 'RED', 'RGB'],
  length: 269.4,
  tdp: 150,
  total_slot_width: 0,
};

/** Three of the chip are what is usual. */
export const cards = [
  card,
  {
    ...card,
    ...identify(5, 'Asus ROG STRIX Radeon RX 570 4GB GDDR5 Black', 'ASUS', 'ROG-STRIX-RX570-O4G-GAMING'),
    memory: 4,
    power_connectors: { pcie_6_pin: 0, pcie_8_pin: 0, pcie_12VHPWR: 0, pcie_12V_2x6: 0 },
  },
  {
    ...card,
    ...identify(6, 'Sapphire PULSE Radeon RX 570 4GB GDDR5', 'Sapphire', '11266-04'),
    memory: 4,
    tdp: 15,
  },
];

export const housing = {
  ...identify(
    7,
    '5000D Tempered Glass Mid-Tower ATX PC Case — White, USB 3.2 Gen 1 Type-A',
    'Corsair',
    '735858293792',
    'CC-9011209-WW',
  ),
  supported_motherboard_form_factors: ['ATX', 'Micro ATX', 'Mini-ITX'],
  form_factor: 'ATX Mid Tower',
  color: ['WHITE'],
  power_supply: 'None',
  side_panel: 'Tempered Glass',
  max_video_card_length: 400,
  max_cpu_cooler_height: null,
  internal_3_5_bays: 0,
  internal_2_5_bays: 4,
  expansion_slots: 7,
  volume: 0,
};

export const supply = {
  ...identify(
    8,
    'MSI MAG A850GL PCIE5 White 850W Fully Modular 80+ Gold ATX',
    'MSI',
    'MAG A850GL PCIE5 WHITE',
  ),
  connectors: { atx_24_pin: 1, eps_8_pin: 0, pcie_12vhpwr: 0, pcie_6_plus_2_pin: 0, sata: 8 },
  wattage: 850,
  form_factor: 'ATX',
  efficiency_rating: '80+ Gold',
  modular: 'Full',
  length: 140,
  color: ['WHITE'],
};

export const cooler = {
  ...identify(9, 'Deepcool AK400 Air 155mm Black / Silver', 'DeepCool', 'R-AK400-BKNNMN-G-1'),
  min_fan_rpm: 1850,
  max_fan_rpm: null,
  min_noise_level: 29,
  max_noise_level: null,
  color: ['BLACK', 'GREY'],
  height: 155,
  cpu_sockets: ['AM4', 'AM5', 'LGA 1700'],
  water_cooled: false,
  radiator_size: null,
};

export const ssd = {
  ...identify(10, 'Kingston A400 1.92TB SSD 2.5" SATA', 'Kingston', 'SA400S37/1920G'),
  capacity: 1000,
  type: 'SSD',
  form_factor: '2.5"',
  interface: 'SATA 6.0 Gb/s',
  nvme: false,
  storage_type: 'SSD',
};

export const disk = {
  ...identify(11, 'Seagate IronWolf Pro 8TB HDD 7200RPM 3.5" SATA Internal', 'Seagate', 'ST8000NE001'),
  capacity: 8000,
  type: null,
  form_factor: '3.5"',
  interface: 'SATA 6.0 Gb/s',
  nvme: false,
  storage_type: 'HDD',
};

/** Of every list; as one file. */
export const records = [processor, board, memory, ...cards, housing, supply, cooler, ssd, disk];
