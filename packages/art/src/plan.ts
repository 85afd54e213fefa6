/** How each picture is encoded and described, by the kind that its key belongs to. */

export type Format = 'avif' | 'webp' | 'jpg';
export type Kind = 'part' | 'banner' | 'scene' | 'portrait' | 'avatar';
export type Plan = {
  kind: Kind;
  description: string;
  widths: Record<Format, number[]>;
  quality: Record<Format, number>;
};

type Encoding = Omit<Plan, 'description' | 'kind'>;

const encodings: Record<Kind, Encoding> = {
  part: {
    widths: { avif: [160, 320, 640, 960], webp: [320, 640], jpg: [640] },
    quality: { avif: 56, webp: 74, jpg: 70 },
  },
  banner: {
    widths: { avif: [640, 1280, 1680], webp: [640, 1280], jpg: [1280] },
    quality: { avif: 50, webp: 70, jpg: 68 },
  },
  scene: {
    widths: { avif: [480, 960], webp: [480, 960], jpg: [480] },
    quality: { avif: 52, webp: 72, jpg: 70 },
  },
  portrait: {
    widths: { avif: [480, 960], webp: [480, 960], jpg: [480] },
    quality: { avif: 52, webp: 72, jpg: 70 },
  },
  avatar: {
    widths: { avif: [64, 128], webp: [64, 128], jpg: [128] },
    quality: { avif: 60, webp: 78, jpg: 74 },
  },
};

const counts: Record<string, string> = {
  1: 'One memory module',
  2: 'Two memory modules',
  3: 'Three memory modules',
  4: 'Four memory modules',
  6: 'Six memory modules',
  8: 'Eight memory modules',
};
const forms: Record<string, string> = {
  atx: 'ATX',
  eatx: 'EATX',
  'eatx-4': 'EATX with four memory slots',
  'micro-atx': 'Micro ATX',
  'mini-itx': 'Mini ITX',
};
const drives: Record<string, string> = {
  'hdd-35': 'A 3.5-inch hard disk with a white label',
  'hdd-35-dark': 'A dark 3.5-inch hard disk',
  'hdd-35-sealed': 'A sealed 3.5-inch hard disk',
  'hdd-25': 'A 2.5-inch hard disk',
  'hdd-25-fast': 'A 15 mm high 2.5-inch hard disk for servers',
  'ssd-m2': 'An M.2 solid state drive with bare chips',
  'ssd-m2-label': 'An M.2 solid state drive with a label over its chips',
  'ssd-m2-green': 'A green M.2 solid state drive with a white label',
  'ssd-m2-heatsink': 'An M.2 solid state drive under a finned heatsink',
  'ssd-m2-short': 'A short M.2 solid state drive',
  'ssd-msata': 'An mSATA solid state drive',
  'ssd-25-dark': 'A dark 2.5-inch solid state drive',
  'ssd-25-silver': 'A silver 2.5-inch solid state drive',
  'ssd-25-enterprise': 'A 15 mm high 2.5-inch solid state drive for servers',
  'ssd-card': 'A solid state drive on a card for a PCIe slot',
  other: 'A case fan',
};
const buildParts: Record<string, string> = {
  'cpu-lga': 'A processor with a rectangular heat spreader on a green board',
  'cpu-am5': 'A processor with an eight-legged heat spreader on a green board',
  'cpu-pins': 'A processor from below, with golden pins',
  'cpu-cooler-air-black': 'A black tower cooler with one fan',
  'cpu-cooler-air-silver': 'A silver tower cooler with copper heat pipes and one fan',
  'cpu-cooler-air-white': 'A white tower cooler with one fan',
  'cpu-cooler-low-black': 'A low cooler with a black fan lying on its fins',
  'cpu-cooler-liquid-2-black': 'A black liquid cooler with two fans on its radiator',
  'cpu-cooler-liquid-2-white': 'A white liquid cooler with two fans on its radiator',
  'cpu-cooler-liquid-3-black': 'A black liquid cooler with three fans on its radiator',
  'cpu-cooler-liquid-3-white': 'A white liquid cooler with three fans on its radiator',
  'case-mid-tower-black': 'A black tower case with a glass side',
  'case-mid-tower-white': 'A white tower case with a glass side',
  'case-small-black': 'A small black case with vents in its sides',
  'case-small-white': 'A small white case with vents in its sides',
  'power-supply-atx-black': 'A black ATX power supply with sockets for its cables',
  'power-supply-atx-white': 'A white ATX power supply with sockets for its cables',
  'power-supply-atx-fixed-black': 'A black ATX power supply with fixed cables',
  'power-supply-small-black': 'A small black power supply with sockets for its cables',
  'power-supply-small-fixed-black': 'A small black power supply with fixed cables',
};
const scenes: Record<string, string> = {
  'banner-authentic': 'Graphics card, memory and a drive with a golden seal of authenticity',
  'banner-delivery': 'A delivery van on the road from town to the country',
  'banner-rate': 'Stacks of coins that become lower, and a price tag',
  'banner-money-back': 'An open parcel with a graphics card, coins, and an arrow that turns back',
  'not-found': 'The number 404 with a case fan for its nought',
  'empty-orders': 'An open, empty parcel',
  'empty-parts': 'A magnifying glass and a few screws',
  'portrait-portfolio': 'An abstract figure in a hooded jumper',
};

/** Throws for a key without a description. */
export function makePlan(key: string): Plan {
  const kind = findKind(key);
  return { kind, description: describe(key), ...encodings[kind] };
}

function findKind(key: string): Kind {
  if (key.endsWith('-phone')) return 'scene';
  if (key.startsWith('banner-')) return 'banner';
  if (key.startsWith('avatar-')) return 'avatar';
  if (key.startsWith('portrait')) return 'portrait';
  return key in scenes ? 'scene' : 'part';
}

function describe(key: string): string {
  const memory = /^memory-(\d)-(\w+?)(-lit)?$/.exec(key);
  if (memory) {
    const [, count = '', finish, lit] = memory;
    const cover = finish === 'green' ? 'bare, with chips on a green board' : `under ${finish} heat spreaders`;
    return `${counts[count]} ${cover}${lit ? ' with a light bar' : ''}`;
  }
  const [, form = '', slim, look] = /^motherboard-([\w-]+?)(-slim)?-(\w+)$/.exec(key) ?? [];
  if (forms[form]) return `A ${slim ? 'narrow ' : ''}${look} motherboard, ${forms[form]}`;
  const card = /^graphics-card-(\d)-(\w+)$/.exec(key);
  if (card)
    return `A ${card[2]} graphics card with ${['no', 'one fan', 'two fans', 'three fans'][Number(card[1])]}`;
  if (key.startsWith('avatar-')) return 'A drawn face';
  const words = drives[key] ?? buildParts[key] ?? scenes[key.replace(/-phone$/, '')];
  if (!words) throw new Error(`No description for the picture '${key}': add it to packages/art/src/plan.ts`);
  return words;
}
