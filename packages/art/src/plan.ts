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
    widths: { avif: [192, 320, 640, 960], webp: [320, 640], jpg: [640] },
    quality: { avif: 52, webp: 72, jpg: 68 },
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

/** Where words are on a part, its smallest file and WebP are those of the part without them. */
const printed: Encoding = {
  widths: { avif: [320, 640, 960], webp: [], jpg: [640] },
  quality: encodings.part.quality,
};

const counts = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** What follows a kind in a key, in words; `$1`, `$2` … are the groups. The first that matches counts. */
const descriptions: readonly [RegExp, (...words: string[]) => string][] = [
  [
    /^memory-(\d)(-low|-tall)?(-sodimm)?(-registered)?-(\w+?)(-lit)?$/,
    (count = '1', height, small, registered, finish, lit) => {
      const number = counts[Number(count)];
      const modules = `${number} ${small ? 'small ' : ''}memory module${count === '1' ? '' : 's'}`;
      const cover =
        small || finish === 'green'
          ? `bare, with chips on a ${finish} board`
          : `under ${trim(height)}${describeFinish(finish)} heat spreaders`;
      return `${modules} ${cover}${registered ? ' and a register' : ''}${lit ? ' with a light bar' : ''}`;
    },
  ],
  [
    /^motherboard-(eatx-4|eatx-16|eatx|atx|micro-atx-slim|micro-atx|mini-itx)(-pins)?-(\w+?)(-ports)?$/,
    (form = '', pins, finish, ports) =>
      `a ${describeFinish(finish)} motherboard, ${forms[form]}${pins ? ', its socket for a processor with pins' : ''}${ports ? ', seen from its ports' : ''}`,
  ],
  [
    /^graphics-card-(\d)(-short|-long)?(-thin|-thickest|-thick)?-(\w+?)(-ports)?$/,
    (fans = '1', length, thickness, finish, ports) => {
      const size = [trim(length), thickness === '-thickest' ? 'very thick ' : trim(thickness)].join('');
      const number = counts[Number(fans)];
      return `a ${size}${describeFinish(finish)} graphics card with ${number} fan${fans === '1' ? '' : 's'}${ports ? ', seen from its ports' : ''}`;
    },
  ],
  [
    /^case-(slim|small|micro-tower|mini-tower|compact-tower|mid-tower|full-tower|great-tower)(-mesh|-solid)?-(\w+)$/,
    (size = '', side, finish) => {
      const panel =
        side === '-solid'
          ? 'closed sides'
          : size.endsWith('tower') && !side
            ? 'a glass side'
            : 'vents in its sides';
      return `a ${describeFinish(finish)} ${size.replace('-tower', ' tower').replace('great', 'very large').replace('micro', 'very small')} case with ${panel}`;
    },
  ],
  [
    /^cpu-cooler-liquid-(\d)(-screen)?-(\w+)$/,
    (fans = '2', screen, finish) =>
      `a ${describeFinish(finish)} liquid cooler with ${counts[Number(fans)]} fan${fans === '1' ? '' : 's'} on its radiator${screen ? ' and a screen on its pump' : ''}`,
  ],
  [
    /^cpu-cooler-low-(\w+)$/,
    (finish) => `a low cooler with a ${describeFinish(finish)} fan lying on its fins`,
  ],
  [
    /^cpu-cooler-(air|dual)(-short)?-(\w+)$/,
    (kind, height, finish) =>
      `a ${trim(height)}${describeFinish(finish)} ${kind === 'dual' ? 'cooler with two towers and two fans' : 'tower cooler with one fan'}`,
  ],
  [
    /^power-supply-(flex|small|atx|long)(-fixed)?(-16pin)?-(\w+?)(-mains)?$/,
    (form, fixed, plug, finish, mains) => {
      const size = form === 'atx' ? 'ATX ' : form === 'flex' ? 'Flex ATX ' : '';
      const cables = fixed
        ? 'fixed cables'
        : `sockets for its cables${plug ? ', one of them with 16 pins' : ''}`;
      return `a ${form === 'small' || form === 'long' ? `${form} ` : ''}${describeFinish(finish)} ${size}power supply ${mains ? 'seen from the plug of the mains' : `with ${cables}`}`;
    },
  ],
  [
    /^hdd-35(-sealed)?(-\w+)?$/,
    (sealed, colour) =>
      colour === '-dark'
        ? `a ${sealed ? 'sealed ' : ''}dark 3.5-inch hard disk`
        : `a ${sealed ? 'sealed ' : ''}3.5-inch hard disk with a ${colour ? `${trim(colour)}and ` : ''}white label`,
  ],
];

const forms: Record<string, string> = {
  atx: 'ATX',
  eatx: 'EATX with eight memory slots',
  'eatx-4': 'EATX with four memory slots',
  'eatx-16': 'EATX with two sockets',
  'micro-atx': 'Micro ATX',
  'micro-atx-slim': 'narrow Micro ATX',
  'mini-itx': 'Mini ITX',
};
const parts: Record<string, string> = {
  'hdd-25': 'a 2.5-inch hard disk',
  'hdd-25-fast': 'a 15 mm high 2.5-inch hard disk for servers',
  'ssd-m2': 'an M.2 solid state drive with bare chips',
  'ssd-m2-label': 'an M.2 solid state drive with a label over its chips',
  'ssd-m2-green': 'a green M.2 solid state drive with a white label',
  'ssd-m2-heatsink': 'an M.2 solid state drive under a finned heatsink',
  'ssd-m2-short': 'a short M.2 solid state drive, 42 mm long',
  'ssd-m2-tiny': 'a very short M.2 solid state drive, 30 mm long',
  'ssd-msata': 'an mSATA solid state drive',
  'ssd-25-dark': 'a dark 2.5-inch solid state drive',
  'ssd-25-silver': 'a silver 2.5-inch solid state drive',
  'ssd-25-enterprise': 'a 15 mm high 2.5-inch solid state drive for servers',
  'ssd-card': 'a solid state drive on a card for a PCIe slot',
  'cpu-lga': 'a processor with a rectangular heat spreader on a green board',
  'cpu-lga-square': 'a processor with a square board and a nearly square heat spreader',
  'cpu-am5': 'a processor with an eight-legged heat spreader on a green board',
  'cpu-am4': 'a processor with a square heat spreader over nearly the whole board',
  'cpu-pins': 'a processor from below, with golden pins',
  other: 'a case fan',
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

/** Throws for a key without a description; `lines` are printed on the part. */
export function makePlan(key: string, lines: readonly string[] = []): Plan {
  const kind = findKind(key);
  const words = lines.length > 0 ? `, with the words ${lines.map((line) => `“${line}”`).join(' and ')}` : '';
  return { kind, description: describe(key) + words, ...(lines.length > 0 ? printed : encodings[kind]) };
}

function findKind(key: string): Kind {
  if (key.endsWith('-phone')) return 'scene';
  if (key.startsWith('banner-')) return 'banner';
  if (key.startsWith('avatar-')) return 'avatar';
  if (key.startsWith('portrait')) return 'portrait';
  return key in scenes ? 'scene' : 'part';
}

function describe(key: string): string {
  if (key.startsWith('avatar-')) return 'A drawn face';
  const words = parts[key] ?? scenes[key.replace(/-phone$/, '')] ?? describeKind(key);
  if (!words) throw new Error(`No description for the picture '${key}': add it to packages/art/src/plan.ts`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeKind(key: string): string | undefined {
  for (const [pattern, write] of descriptions) {
    const match = pattern.exec(key);
    if (match) return write(...match.slice(1));
  }
  return undefined;
}

/** '-long' is 'long '; nothing is ''. */
function trim(word = ''): string {
  return word === '' ? '' : `${word.slice(1)} `;
}

function describeFinish(finish = ''): string {
  return finish === 'mixed' ? 'black and silver' : finish;
}
