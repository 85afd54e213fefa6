/** The made catalogue of `npm run bench -- search`: parts with names like real ones, among many that are generated. */
import { guessBrand } from '#catalogue/rules/brands.ts';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import { makeFullName } from '#catalogue/rules/part-names.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { type MadePart, makeParts } from './made-parts.ts';

/** The same parts at every call. */
export function makeSearchedParts(): MadePart[] {
  const drafts = [listMemory(), listSsds(), listHardDisks(), listMotherboards(), listCards()].flatMap(
    (list) => list.map((draft, index) => ({ ...draft, fileRow: index + 1 })),
  );
  const named = drafts.map(
    ({ category, name, specs, dollars, fileRow }, index): MadePart => ({
      sku: `MADE-${String(index).padStart(4, '0')}`,
      category,
      brand: guessBrand(name),
      name: makeFullName(category, name, specs),
      description: 'Made up, to search for.',
      image: null,
      price_cents: Math.round(dollars * 100) - 1,
      stock: 25,
      minimum_order: 1,
      specs: deriveFacts({ category, name, specs }).specs,
      file_row: fileRow,
    }),
  );
  return [...named, ...makeParts(1500, 5).map((part) => ({ ...part, file_row: named.length }))];
}

type PartDraft = { category: Category; name: string; specs: SpecificationValues; dollars: number };

function listSsds(): PartDraft[] {
  return ssdModels.flatMap(([name, sizes, [connection = '', formFactor = ''], perTb, cacheMb]) =>
    sizes.map(
      (capacityGb): PartDraft => ({
        category: 'ssd',
        name,
        specs: { capacityGb, interface: connection, formFactor, ...(cacheMb && { cacheMb }) },
        dollars: Math.ceil((capacityGb * perTb) / 1000) + 10,
      }),
    ),
  );
}

function listHardDisks(): PartDraft[] {
  return diskModels.flatMap(([name, sizes, rpm, cacheMb, formFactor = '3.5-inch', plug = 'SATA 6.0 Gb/s']) =>
    sizes.map(
      (capacityGb): PartDraft => ({
        category: 'hard-disk',
        name,
        specs: { capacityGb, interface: plug, formFactor, rpm, cacheMb },
        dollars: Math.ceil(capacityGb / 55) + (rpm > 7000 ? 40 : 20),
      }),
    ),
  );
}

function listMemory(): PartDraft[] {
  return memoryModels.flatMap(([name, ddr, speedMts, casLatency, kits, color]) =>
    kits.map((kit): PartDraft => {
      const [modules = 1, moduleGb = 1] = kit.split('x').map(Number);
      const capacityGb = modules * moduleGb;
      const fields = { capacityGb, modules, moduleGb, ddr, speedMts, casLatency };
      return {
        category: 'memory',
        name: `${name} ${capacityGb} GB`,
        specs: { ...fields, ...(color && { color }) },
        dollars: 8 + capacityGb * (ddr === 5 ? 2.6 : 2.2),
      };
    }),
  );
}

function listMotherboards(): PartDraft[] {
  return boardModels.flatMap(([names, socket, formFactor, memorySlots, maxMemoryGb, dollars, color]) =>
    names.split('|').map(
      (name, index): PartDraft => ({
        category: 'motherboard',
        name,
        specs: { socket, formFactor, memorySlots, maxMemoryGb, ...(color && { color }) },
        dollars: dollars + index * 10,
      }),
    ),
  );
}

function listCards(): PartDraft[] {
  return cardChips.flatMap(([maker, chipset, memoryGb, dollars]) =>
    cardSeries[maker].split('|').map(
      (name, index): PartDraft => ({
        category: 'graphics-card',
        name,
        specs: { chipset, memoryGb, color: index % 4 === 3 ? 'White' : 'Black', lengthMm: 200 + index * 15 },
        dollars: dollars + index * 12,
      }),
    ),
  );
}

/** The models of `searched-parts.ts`: names like real ones, with their sizes, places and prices. */
const m2 = (generation: number, length = 2280) => [`M.2 PCIe ${generation}.0 X4`, `M.2-${length}`];
const sata = ['SATA 6.0 Gb/s', '2.5-inch'];

const ssdModels: [name: string, sizes: number[], place: string[], perTb: number, cacheMb?: number][] = [
  ['Samsung 990 Pro', [1000, 2000, 4000], m2(4), 75, 2048],
  ['Samsung 990 Pro w/Heatsink', [1000, 2000, 4000], m2(4), 85, 2048],
  ['Samsung 990 EVO Plus', [1000, 2000, 4000], m2(5), 65],
  ['Samsung 980', [500, 1000], m2(3), 70],
  ['Samsung 980 Pro', [250, 500, 1000, 2000], m2(4), 80, 1024],
  ['Samsung 970 EVO Plus', [250, 500, 1000, 2000], m2(3), 85, 512],
  ['Samsung 9100 PRO', [1000, 2000, 4000], m2(5), 110, 2048],
  ['Samsung 870 EVO', [250, 500, 1000, 2000, 4000], sata, 85, 512],
  ['Samsung 870 QVO', [1000, 2000, 8000], sata, 75, 1024],
  ['Western Digital Black SN850X', [1000, 2000, 4000, 8000], m2(4), 75],
  ['Western Digital Black SN850X w/Heatsink', [1000, 2000], m2(4), 85],
  ['Western Digital Black SN770', [500, 1000, 2000], m2(4), 60],
  ['Western Digital Black SN770M', [1000, 2000], m2(4, 2230), 95],
  ['Western Digital Blue SN580', [500, 1000, 2000], m2(4), 55],
  ['Western Digital Blue SA510', [250, 500, 1000], sata, 65],
  ['Western Digital Green', [240, 480], sata, 90],
  ['Western Digital Red SA500', [1000, 2000, 4000], sata, 95],
  ['Crucial P3 Plus', [500, 1000, 2000, 4000], m2(4), 55],
  ['Crucial P3', [500, 1000, 2000], m2(3), 52],
  ['Crucial P310', [1000, 2000], m2(4, 2230), 80],
  ['Crucial T700', [1000, 2000, 4000], m2(5), 120, 2048],
  ['Crucial T705', [1000, 2000, 4000], m2(5), 130, 2048],
  ['Crucial T500', [500, 1000, 2000], m2(4), 70],
  ['Crucial MX500', [250, 500, 1000, 2000, 4000], sata, 70, 512],
  ['Crucial BX500', [240, 480, 1000, 2000], sata, 55],
  ['Kingston NV3', [500, 1000, 2000, 4000], m2(4), 58],
  ['Kingston NV2', [250, 500, 1000, 2000], m2(4), 55],
  ['Kingston KC3000', [512, 1024, 2048, 4096], m2(4), 80, 1024],
  ['Kingston A400', [120, 240, 480, 960], sata, 60],
  ['Kingston Fury Renegade', [500, 1000, 2000, 4000], m2(4), 85],
  ['Corsair MP600 MINI', [1000, 2000], m2(4, 2230), 85],
  ['Corsair MP700 PRO', [1000, 2000, 4000], m2(5), 125],
  ['Sabrent Rocket 4 Plus', [1000, 2000, 4000, 8000], m2(4), 95],
  ['Sabrent Rocket 2230', [512, 1000], m2(4, 2230), 90],
  ['TEAMGROUP MP33', [256, 512, 1000, 2000], m2(3), 50],
  ['TEAMGROUP MP44L', [500, 1000, 2000], m2(4), 52],
  ['TEAMGROUP T-Force Vulcan Z', [256, 512, 1000, 2000], sata, 55],
  ['Silicon Power A55', [128, 256, 512, 1000], sata, 50],
  ['Silicon Power UD90', [500, 1000, 2000], m2(4), 52],
  ['SK Hynix Platinum P41', [500, 1000, 2000], m2(4), 80],
  ['Lexar NM790', [1000, 2000, 4000], m2(4), 62],
  ['ADATA Legend 850', [512, 1000, 2000], m2(4), 58],
  ['Transcend 830S', [256, 512, 1000], ['M.2 SATA', 'M.2-2280'], 75],
  ['Western Digital Blue', [250, 500, 1000], ['M.2 SATA', 'M.2-2280'], 72],
  ['Intel 660p', [512, 1024, 2048], m2(3), 70, 256],
  ['SanDisk Ultra 3D', [500, 1000, 2000], sata, 75],
  ['Seagate FireCuda 530', [500, 1000, 2000, 4000], m2(4), 95],
];

const diskModels: [
  name: string,
  sizes: number[],
  rpm: number,
  cacheMb: number,
  form?: string,
  plug?: string,
][] = [
  ['Seagate BarraCuda', [1000, 2000, 4000, 8000], 7200, 256],
  ['Seagate BarraCuda Pro', [6000, 10_000], 7200, 256],
  ['Seagate IronWolf', [2000, 4000, 8000, 12_000], 5400, 256],
  ['Seagate IronWolf Pro', [4000, 8000, 12_000, 16_000, 20_000], 7200, 256],
  ['Seagate Exos X18', [12_000, 16_000, 18_000], 7200, 256],
  ['Seagate Exos 10E2400', [1200, 2400], 10_000, 256, '2.5-inch', 'SAS 12.0 Gb/s'],
  ['Seagate SkyHawk', [1000, 4000, 8000], 5400, 256],
  ['Seagate Mobile', [500, 1000, 2000], 5400, 128, '2.5-inch'],
  ['Seagate Desktop HDD', [1500, 3000], 5900, 64],
  ['Western Digital Blue', [500, 1000, 2000, 4000, 6000], 5400, 256],
  ['Western Digital Blue Mobile', [500, 1000], 5400, 16, '2.5-inch'],
  ['Western Digital Black', [1000, 2000, 4000, 6000], 7200, 256],
  ['Western Digital Red', [1000, 2000, 3000], 5400, 64],
  ['Western Digital Red Plus', [2000, 4000, 8000, 10_000, 12_000], 5400, 256],
  ['Western Digital Red Pro', [4000, 8000, 16_000, 20_000], 7200, 512],
  ['Western Digital Purple', [1000, 4000, 8000], 5400, 256],
  ['Western Digital Gold', [1000, 4000, 8000, 18_000], 7200, 512],
  ['Western Digital Caviar Green', [1000, 1500, 2000], 5400, 64],
  ['Toshiba X300', [4000, 6000, 8000, 14_000], 7200, 256],
  ['Toshiba N300', [4000, 8000, 12_000], 7200, 256],
  ['Toshiba P300', [1000, 2000, 3000], 7200, 64],
  ['Toshiba L200', [500, 1000, 2000], 5400, 128, '2.5-inch'],
  ['HGST Ultrastar He10', [8000, 10_000], 7200, 256],
  ['HGST Travelstar 7K1000', [1000], 7200, 32, '2.5-inch'],
  ['Hitachi Deskstar', [320, 500, 1000], 7200, 16],
];

const memoryModels: [name: string, ddr: number, speed: number, cl: number, kits: string[], color?: string][] =
  [
    ['Corsair Vengeance', 5, 6000, 30, ['2x16', '2x32', '2x8'], 'Black'],
    ['Corsair Vengeance', 5, 5600, 36, ['2x16', '1x16', '2x24'], 'Black'],
    ['Corsair Vengeance RGB', 5, 6000, 36, ['2x16', '2x32'], 'White'],
    ['Corsair Vengeance RGB', 5, 6400, 32, ['2x16', '2x24'], 'Black'],
    ['Corsair Vengeance LPX', 4, 3200, 16, ['2x8', '2x16', '1x8', '1x16', '4x8'], 'Black'],
    ['Corsair Vengeance LPX', 4, 3600, 18, ['2x8', '2x16', '2x32'], 'Black'],
    ['Corsair Vengeance RGB Pro', 4, 3600, 18, ['2x8', '2x16', '4x16'], 'White'],
    ['Corsair Dominator Titanium', 5, 7200, 34, ['2x16', '2x24'], 'White'],
    ['G.Skill Trident Z5 RGB', 5, 6400, 32, ['2x16', '2x32'], 'Black'],
    ['G.Skill Trident Z5 Neo RGB', 5, 6000, 30, ['2x16', '2x32'], 'White'],
    ['G.Skill Trident Z RGB', 4, 3200, 16, ['2x8', '4x16', '4x8'], 'Black'],
    ['G.Skill Ripjaws V', 4, 3200, 16, ['2x8', '2x16', '4x16', '2x32'], 'Red'],
    ['G.Skill Ripjaws V', 4, 3600, 16, ['2x8', '2x16'], 'Black'],
    ['G.Skill Ripjaws S5', 5, 6000, 30, ['2x16', '2x32'], 'White'],
    ['G.Skill Flare X5', 5, 6000, 36, ['2x16', '2x32', '2x8'], 'Black'],
    ['G.Skill Aegis', 4, 2666, 19, ['1x8', '2x8'], 'Black'],
    ['Kingston FURY Beast', 4, 3200, 16, ['1x8', '2x8', '1x16', '2x16'], 'Black'],
    ['Kingston FURY Beast', 5, 5600, 40, ['1x16', '2x16', '2x32'], 'Black'],
    ['Kingston FURY Beast RGB', 5, 6000, 36, ['2x16', '2x8'], 'White'],
    ['Kingston FURY Renegade', 5, 7200, 38, ['2x16', '2x24'], 'Silver'],
    ['Kingston HyperX Fury', 3, 1600, 10, ['1x4', '1x8', '2x4', '2x8'], 'Blue'],
    ['Kingston ValueRAM', 3, 1333, 9, ['1x4', '1x8', '2x4'], 'Green'],
    ['Kingston ValueRAM', 2, 800, 6, ['1x1', '1x2'], 'Green'],
    ['Crucial Pro', 5, 5600, 46, ['2x16', '2x24', '2x32', '2x48'], 'Black'],
    ['Crucial Pro', 4, 3200, 22, ['2x16', '2x32'], 'Black'],
    ['Crucial CT8G4DFRA32A', 4, 3200, 22, ['1x8'], 'Green'],
    ['Crucial Ballistix', 4, 3600, 16, ['2x8', '2x16'], 'White'],
    ['Crucial CT102464BD160B', 3, 1600, 11, ['1x8'], 'Green'],
    ['TEAMGROUP T-Create Expert', 5, 6000, 30, ['2x16', '2x48'], 'Black'],
    ['TEAMGROUP T-Force Delta RGB', 5, 6000, 38, ['2x16'], 'White'],
    ['TEAMGROUP T-Force Vulcan Z', 4, 3200, 16, ['2x8', '2x16', '1x16'], 'Gray'],
    ['Silicon Power XPOWER Zenith Gaming', 5, 6000, 30, ['2x16'], 'Black'],
    ['Silicon Power GAMING', 4, 3200, 16, ['2x8', '2x16'], 'Gray'],
    ['Patriot Viper Steel', 4, 4400, 19, ['2x8'], 'Silver'],
    ['Patriot Viper Venom', 5, 7200, 34, ['2x16'], 'Black'],
    ['Patriot Signature', 3, 1600, 11, ['1x4', '1x8'], 'Green'],
    ['Samsung M378A2K43CB1-CTD', 4, 2666, 19, ['1x16'], 'Green'],
    ['Samsung M391B1G73BH0', 3, 1600, 11, ['1x8'], 'Green'],
    ['Samsung M378T5663EH3', 2, 800, 6, ['1x2'], 'Green'],
    ['A-Tech AT8G1D4S2666', 4, 2666, 19, ['1x8', '8x32'], 'Green'],
    ['ADATA XPG Lancer RGB', 5, 6000, 30, ['2x16', '2x32'], 'White'],
  ];

const boardModels: [
  names: string,
  socket: string,
  form: string,
  slots: number,
  gb: number,
  dollars: number,
  color?: string,
][] = [
  [
    'Asus PRIME B650-PLUS WIFI|MSI B650 GAMING PLUS WIFI|MSI MAG B650 TOMAHAWK WIFI|Gigabyte B650 AORUS ELITE AX|Gigabyte B650 EAGLE AX|ASRock B650 Pro RS|Asus TUF GAMING B650-PLUS WIFI',
    'AM5',
    'ATX',
    4,
    192,
    180,
    'Black',
  ],
  [
    'Asus ROG STRIX X870E-E GAMING WIFI|MSI MAG X870 TOMAHAWK WIFI|MSI MPG X870E CARBON WIFI|Gigabyte X870E AORUS ELITE WIFI7|ASRock X870E Taichi|ASRock X870 Steel Legend WiFi',
    'AM5',
    'ATX',
    4,
    256,
    330,
    'Black',
  ],
  [
    'MSI MAG X870 GAMING PLUS WIFI|Asus ROG STRIX B850-A GAMING WIFI|Gigabyte B850 AORUS ELITE WIFI7 ICE|Gigabyte X870 AORUS ELITE WIFI7 ICE',
    'AM5',
    'ATX',
    4,
    256,
    240,
    'White',
  ],
  [
    'Gigabyte B650M GAMING PLUS WIFI|MSI PRO B650M-P|ASRock B650M Pro RS WiFi|Asus PRIME A620M-A|Gigabyte A620M S2H|ASRock B850M Steel Legend WiFi',
    'AM5',
    'Micro ATX',
    4,
    128,
    120,
    'Black',
  ],
  [
    'Asus ROG STRIX B650E-I GAMING WIFI|Gigabyte B650I AX|MSI MPG B650I EDGE WIFI|ASRock B650I Lightning WiFi',
    'AM5',
    'Mini ITX',
    2,
    96,
    220,
    'Black',
  ],
  ['Asus ROG CROSSHAIR X870E EXTREME|MSI MEG X870E GODLIKE', 'AM5', 'EATX', 4, 256, 900, 'Black'],
  [
    'MSI B550-A PRO|MSI MAG B550 TOMAHAWK|Gigabyte B550 AORUS ELITE V2|Asus ROG STRIX B550-F GAMING WIFI II|ASRock B550 Phantom Gaming 4|Asus TUF GAMING X570-PLUS (WI-FI)|MSI X570S TOMAHAWK MAX WIFI|ASRock B450 Pro4|MSI B450 TOMAHAWK MAX II',
    'AM4',
    'ATX',
    4,
    128,
    130,
    'Black',
  ],
  [
    'Asus PRIME B550M-A WIFI II|MSI B550M PRO-VDH WIFI|Gigabyte A520M K V2|ASRock B450M Pro4|Gigabyte B550M DS3H|MSI B450M-A PRO MAX II',
    'AM4',
    'Micro ATX',
    4,
    128,
    95,
    'Black',
  ],
  [
    'Gigabyte B550I AORUS PRO AX|Asus ROG STRIX B550-I GAMING|ASRock A520M-ITX/ac|ASRock B450 Gaming-ITX/ac',
    'AM4',
    'Mini ITX',
    2,
    64,
    160,
    'Black',
  ],
  [
    'Asus ROG STRIX Z790-E GAMING WIFI II|MSI PRO Z790-P WIFI|MSI MAG Z790 TOMAHAWK WIFI|Gigabyte Z790 AORUS ELITE AX|MSI PRO Z790-P WIFI DDR4|Asus TUF GAMING Z790-PLUS WIFI D4|ASRock Z790 Pro RS/D4|MSI PRO B760-P WIFI DDR4|Asus PRIME B760-PLUS',
    'LGA1700',
    'ATX',
    4,
    192,
    220,
    'Black',
  ],
  [
    'Asus PRIME H610M-E D4|Gigabyte B760M DS3H AX|MSI PRO B760M-A WIFI|MSI PRO H610M-G DDR4|ASRock B760M Pro RS|Asus TUF GAMING B760M-PLUS WIFI D4',
    'LGA1700',
    'Micro ATX',
    4,
    192,
    120,
    'Black',
  ],
  [
    'Asus ROG STRIX B760-I GAMING WIFI|MSI MPG Z790I EDGE WIFI|Gigabyte B760I AORUS PRO|ASRock H610M-ITX/ac',
    'LGA1700',
    'Mini ITX',
    2,
    96,
    190,
    'Black',
  ],
  ['Asus ROG MAXIMUS Z790 EXTREME|Gigabyte Z790 AORUS XTREME', 'LGA1700', 'EATX', 4, 192, 800, 'Black'],
  [
    'Asus ROG STRIX Z890-E GAMING WIFI|MSI PRO Z890-P WIFI|Gigabyte Z890 AORUS ELITE WIFI7|ASRock Z890 Pro-A|MSI MAG B860 TOMAHAWK WIFI',
    'LGA1851',
    'ATX',
    4,
    256,
    280,
    'Black',
  ],
  ['Asus PRIME B860M-A WIFI|MSI PRO B860M-A WIFI', 'LGA1851', 'Micro ATX', 4, 256, 170, 'Black'],
  [
    'Asus PRIME Z390-A|Gigabyte Z390 AORUS PRO WIFI|MSI MPG Z390 GAMING PLUS',
    'LGA1151',
    'ATX',
    4,
    128,
    170,
    'Black',
  ],
  ['Gigabyte Z590 AORUS ELITE AX|MSI Z490-A PRO|Asus PRIME H510M-E', 'LGA1200', 'ATX', 4, 128, 150, 'Black'],
  ['Asus Pro WS TRX50-SAGE WIFI', 'sTR5', 'EATX', 4, 1024, 900, 'Black'],
  ['Asus M5A97 R2.0|Gigabyte GA-970A-DS3P', 'AM3+', 'ATX', 4, 32, 90, 'Blue'],
  ['Gigabyte GA-B75M-D3H|Asus P8H61-M LE', 'LGA1155', 'Micro ATX', 2, 16, 70, 'Blue'],
];

const cardSeries = {
  nvidia:
    'MSI VENTUS 2X|MSI GAMING X TRIO|Asus DUAL OC|Asus TUF GAMING OC|Asus ROG STRIX OC|Gigabyte WINDFORCE OC|Gigabyte EAGLE OC|Zotac GAMING Twin Edge|PNY VERTO',
  amd: 'Sapphire PULSE|Sapphire NITRO+|PowerColor Hellhound|PowerColor Red Devil|XFX Speedster SWFT|Gigabyte GAMING OC|ASRock Challenger|Asus TUF GAMING OC',
  intel: 'Intel Limited Edition|ASRock Challenger OC|Sparkle TITAN OC',
};

const cardChips: [maker: keyof typeof cardSeries, chipset: string, gb: number, dollars: number][] = [
  ['nvidia', 'GeForce RTX 5060', 8, 300],
  ['nvidia', 'GeForce RTX 5060 Ti', 16, 430],
  ['nvidia', 'GeForce RTX 5070', 12, 550],
  ['nvidia', 'GeForce RTX 5070 Ti', 16, 760],
  ['nvidia', 'GeForce RTX 5080', 16, 1050],
  ['nvidia', 'GeForce RTX 5090', 32, 2600],
  ['nvidia', 'GeForce RTX 4060', 8, 295],
  ['nvidia', 'GeForce RTX 4060 Ti', 8, 390],
  ['nvidia', 'GeForce RTX 4070 SUPER', 12, 600],
  ['nvidia', 'GeForce RTX 4070', 12, 540],
  ['nvidia', 'GeForce RTX 4070 Ti SUPER', 16, 800],
  ['nvidia', 'GeForce RTX 4070 Ti', 12, 740],
  ['nvidia', 'GeForce RTX 4080', 16, 1100],
  ['nvidia', 'GeForce RTX 4080 SUPER', 16, 1000],
  ['nvidia', 'GeForce RTX 4090', 24, 1900],
  ['nvidia', 'GeForce RTX 3060 12GB', 12, 280],
  ['nvidia', 'GeForce RTX 3060 Ti', 8, 330],
  ['nvidia', 'GeForce RTX 3080 10GB', 10, 600],
  ['nvidia', 'GeForce GTX 1660 SUPER', 6, 210],
  ['nvidia', 'GeForce GTX 1650', 4, 150],
  ['nvidia', 'GeForce GT 1030', 2, 80],
  ['amd', 'Radeon RX 7600 XT', 16, 330],
  ['amd', 'Radeon RX 7600', 8, 260],
  ['amd', 'Radeon RX 7800 XT', 16, 490],
  ['amd', 'Radeon RX 7900 XT', 20, 690],
  ['amd', 'Radeon RX 7900 XTX', 24, 890],
  ['amd', 'Radeon RX 9060 XT', 16, 370],
  ['amd', 'Radeon RX 9070', 16, 560],
  ['amd', 'Radeon RX 9070 XT', 16, 640],
  ['amd', 'Radeon RX 6600', 8, 200],
  ['amd', 'Radeon RX 6750 XT', 12, 320],
  ['amd', 'Radeon RX 580', 8, 120],
  ['intel', 'Arc B580', 12, 260],
  ['intel', 'Arc A770', 16, 280],
  ['intel', 'Arc A380', 6, 130],
];
