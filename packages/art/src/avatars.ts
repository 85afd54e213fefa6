/** Draws the faces of the demo reviewers: `node packages/art/src/avatars.ts <clean folder>`. No real likenesses. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

type Hair = 'short' | 'parted' | 'curls' | 'bob' | 'long' | 'bun' | 'scarf' | 'bald' | 'afro' | 'tail';
type Person = {
  background: [string, string];
  skin: string;
  hair: Hair;
  tint: string;
  clothes: string;
  beard?: 'full' | 'stubble' | 'moustache';
  glasses?: boolean;
  earrings?: string;
};

/** One person per reviewer of `catalogue/reviews.json`. */
const people: Record<string, Person> = {
  amina: {
    background: ['#f3c9a5', '#e39a72'],
    skin: '#a86f4b',
    hair: 'scarf',
    tint: '#2f6f73',
    clothes: '#22565a',
  },
  ben: {
    background: ['#bcd7ea', '#7fa9cb'],
    skin: '#f0c7a4',
    hair: 'short',
    tint: '#6b4428',
    clothes: '#324a63',
    beard: 'stubble',
  },
  chloe: {
    background: ['#f6d3d6', '#dd98a4'],
    skin: '#f4d0b3',
    hair: 'bob',
    tint: '#c2682f',
    clothes: '#59364f',
  },
  dmitri: {
    background: ['#d4d6cf', '#9aa397'],
    skin: '#efc4a0',
    hair: 'parted',
    tint: '#b98b4a',
    clothes: '#3c4a3d',
    beard: 'full',
  },
  grace: {
    background: ['#e6d2ee', '#b394c9'],
    skin: '#6f4630',
    hair: 'bun',
    tint: '#1d1512',
    clothes: '#e0b43c',
    earrings: '#f2d680',
  },
  julia: {
    background: ['#cde6d3', '#86b997'],
    skin: '#f2ccae',
    hair: 'long',
    tint: '#8a552d',
    clothes: '#2f5d46',
    glasses: true,
  },
  kwame: {
    background: ['#f2dfa6', '#d9ae57'],
    skin: '#57351f',
    hair: 'short',
    tint: '#15100d',
    clothes: '#a3472f',
    beard: 'full',
  },
  lars: {
    background: ['#cfe3e6', '#8db7bf'],
    skin: '#f5d3b8',
    hair: 'bald',
    tint: '#c8b48e',
    clothes: '#2b4f5c',
    beard: 'full',
    glasses: true,
  },
  mei: {
    background: ['#f7d8c4', '#e3a07c'],
    skin: '#f2cda6',
    hair: 'bob',
    tint: '#17161a',
    clothes: '#c2483e',
  },
  nguyen: {
    background: ['#cfd6f0', '#8f9bd0'],
    skin: '#e6b98c',
    hair: 'parted',
    tint: '#141317',
    clothes: '#3d4173',
    glasses: true,
  },
  omar: {
    background: ['#d9e6c4', '#a3bd7a'],
    skin: '#b98055',
    hair: 'curls',
    tint: '#1e1510',
    clothes: '#46592c',
    beard: 'stubble',
  },
  priya: {
    background: ['#f3cfdd', '#cf86a6'],
    skin: '#b07a4f',
    hair: 'tail',
    tint: '#1a1210',
    clothes: '#7c2a58',
    earrings: '#e8c45c',
  },
  sofia: {
    background: ['#f5e2b8', '#e0b36a'],
    skin: '#e2ad83',
    hair: 'long',
    tint: '#2c1a12',
    clothes: '#b85c38',
    earrings: '#f0e2b6',
  },
  tomas: {
    background: ['#c9dce0', '#85a9b3'],
    skin: '#edc19b',
    hair: 'curls',
    tint: '#4a2d1a',
    clothes: '#314d57',
    beard: 'moustache',
  },
};

const clean = process.argv[2];
if (!clean) throw new Error('node packages/art/src/avatars.ts <folder of clean PNG>');
await mkdir(clean, { recursive: true });
const drawings = { ...mapValues(people, draw), somebody: somebody() };
for (const [name, svg] of Object.entries(drawings)) {
  await sharp(Buffer.from(svg))
    .resize(256, 256)
    .flatten()
    .png()
    .toFile(join(clean, `avatar-${name}.png`));
}

function mapValues<T, R>(of: Record<string, T>, make: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, make(value)]));
}

function draw(person: Person): string {
  const { skin, clothes, tint } = person;
  const shade = mix(skin, '#5a2412', 0.2);
  return frame(
    person.background,
    `${behind(person)}
    <path d="M22 128c2-22 18-33 42-33s40 11 42 33Z" fill="${clothes}"/>
    <path d="M46 96c6 9 30 9 36 0l5 3c-8 15-38 15-46 0Z" fill="${mix(clothes, '#ffffff', 0.22)}"/>
    <path d="M53 78h22v19c-3 7-19 7-22 0Z" fill="${shade}"/>
    ${person.hair === 'scarf' ? '' : `<circle cx="39" cy="61" r="6" fill="${shade}"/><circle cx="89" cy="61" r="6" fill="${shade}"/>`}
    <path d="M39 52c0-18 10-29 25-29s25 11 25 29c0 22-11 38-25 38S39 74 39 52Z" fill="${skin}"/>
    <path d="M43 66c4 0 9 4 8 8-3 3-6-2-8-8ZM85 66c-4 0-9 4-8 8 3 3 6-2 8-8Z" fill="#d8604a" opacity=".16"/>
    ${beard(person)}
    <path d="M48.500 51.500q5-4 10-.8M69.500 50.700q5-3.200 10 .8" stroke="${person.hair === 'scarf' ? '#2a1a12' : mix(tint, '#000000', 0.25)}" stroke-width="2.300" fill="none" stroke-linecap="round"/>
    <ellipse cx="54" cy="58.500" rx="2.500" ry="3" fill="#221a18"/><ellipse cx="74" cy="58.500" rx="2.500" ry="3" fill="#221a18"/>
    <circle cx="54.900" cy="57.400" r=".8" fill="#fff"/><circle cx="74.900" cy="57.400" r=".8" fill="#fff"/>
    <path d="M64 59c-1 4-3 7-2.500 8.500q2.500 1.600 5 0" stroke="${shade}" stroke-width="1.900" fill="none" stroke-linecap="round"/>
    <path d="M56 75q8 6.500 16 0q-8 2.200-16 0Z" fill="#fff" stroke="${mix(shade, '#7a1f1a', 0.5)}" stroke-width="1.500" stroke-linejoin="round"/>
    ${front(person)}
    ${person.glasses ? glasses() : ''}
    ${person.earrings ? `<circle cx="38.500" cy="70" r="2.600" fill="${person.earrings}"/><circle cx="89.500" cy="70" r="2.600" fill="${person.earrings}"/>` : ''}`,
  );
}

function behind({ hair, tint }: Person): string {
  const dark = mix(tint, '#000000', 0.22);
  if (hair === 'long')
    return `<path d="M31 58C28 26 44 14 64 14s36 12 33 44c-1 16 4 30 7 44-14 8-66 8-80 0 4-14 8-28 7-44Z" fill="${dark}"/>`;
  if (hair === 'bob')
    return `<path d="M32 56C30 28 44 16 64 16s34 12 32 40c0 12 3 22 1 28-10 7-56 7-66 0-2-6 1-16 1-28Z" fill="${dark}"/>`;
  if (hair === 'bun')
    return `<circle cx="64" cy="15" r="13" fill="${dark}"/><path d="M36 58c-2-30 12-40 28-40s30 10 28 40Z" fill="${dark}"/>`;
  if (hair === 'tail')
    return `<path d="M84 30c22 2 24 34 18 62-7 8-15 4-14-4 3-20 2-34-8-42Z" fill="${dark}"/>`;
  if (hair === 'afro') return `<circle cx="64" cy="44" r="36" fill="${dark}"/>`;
  if (hair === 'scarf')
    return `<path d="M31 62C28 28 44 14 64 14s36 14 33 48c-1 18 6 34 3 46-14 10-58 10-72 0-3-12 4-28 3-46Z" fill="${dark}"/>`;
  return '';
}

function front({ hair, tint, skin }: Person): string {
  const light = mix(tint, '#ffffff', 0.1);
  const path = (d: string) => `<path d="${d}" fill="${light}"/>`;
  switch (hair) {
    case 'short':
      return path('M38 52c-3-22 8-34 26-34s29 12 26 34c-2-8-4-13-8-17-12 3-26 3-36 0-4 4-6 9-8 17Z');
    case 'parted':
      return path(
        'M37 54c-4-24 8-37 27-37s31 13 27 37c-2-8-4-13-7-17-14 1-24-3-31-9-3 8-9 11-12 14-2 4-3 7-4 12Z',
      );
    case 'curls':
      return [
        [40, 42, 9],
        [45, 30, 10],
        [56, 23, 10],
        [68, 21, 10],
        [79, 26, 10],
        [87, 37, 9],
        [60, 31, 8],
        [74, 32, 8],
      ]
        .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${light}"/>`)
        .join('');
    case 'bob':
      return path('M37 60c-4-28 8-41 27-41s31 13 27 41c-3-10-5-16-8-20-16 2-30-1-38-1-3 5-6 11-8 21Z');
    case 'long':
      return path('M36 64c-5-32 8-46 28-46s33 14 28 46c-3-14-8-24-22-34-5 9-22 12-28 16-3 5-5 11-6 18Z');
    case 'bun':
      return path('M38 54c-3-24 9-34 26-34s29 10 26 34c-3-9-8-16-12-19-9-2-19-2-28 0-4 3-9 10-12 19Z');
    case 'tail':
      return path('M38 56c-4-26 8-38 26-38s30 12 26 38c-3-12-9-19-26-23-17 4-23 11-26 23Z');
    case 'scarf':
      return `<path d="M38 60c0-26 10-37 26-37s26 11 26 37c0 16-8 28-14 33 10 2 16 6 20 12-16 8-48 8-64 0 4-6 10-10 20-12-6-5-14-17-14-33Z
        M43 56c0 20 10 33 21 33s21-13 21-33c0-17-9-26-21-26s-21 9-21 26Z" fill-rule="evenodd" fill="${light}"/>`;
    case 'bald':
      return `<ellipse cx="57" cy="32" rx="9" ry="4" fill="${mix(skin, '#ffffff', 0.35)}" opacity=".6" transform="rotate(-18 57 32)"/>`;
    default:
      return '';
  }
}

function beard({ beard: kind, tint, skin }: Person): string {
  const full =
    'M39.500 58c3 4 4 10 8 11 5-1 11-2 16.500-2s11 1 16.500 2c4-1 5-7 8-11 0 24-11 36-24.500 36S39.500 82 39.500 58Z';
  if (kind === 'full') return `<path d="${full}" fill="${tint}"/>`;
  if (kind === 'stubble') return `<path d="${full}" fill="${mix(skin, tint, 0.45)}" opacity=".55"/>`;
  if (kind === 'moustache')
    return `<path d="M52 73c4-5 9-5 12-3 3-2 8-2 12 3-5 1-8 1-12-.5-4 1.500-7 1.500-12 .5Z" fill="${tint}"/>`;
  return '';
}

function glasses(): string {
  return `<g fill="#ffffff" fill-opacity=".16" stroke="#23262b" stroke-width="1.900"><rect x="45" y="52.500" width="17" height="13" rx="5"/>
    <rect x="66" y="52.500" width="17" height="13" rx="5"/><path d="M62 57q2-1.500 4 0M45 57l-6-1.500M83 57l6-1.500" fill="none"/></g>`;
}

function somebody(): string {
  return frame(
    ['#dcdfe2', '#a9b0b7'],
    `<path d="M20 128c2-24 20-36 44-36s42 12 44 36Z" fill="#7b848d"/><circle cx="64" cy="55" r="27" fill="#8b949c"/>`,
  );
}

function frame([light, dark]: [string, string], content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 128 128"><defs>
    <linearGradient id="g" x1="0" y1="0" x2="0.400" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
    </defs><rect width="128" height="128" fill="url(#g)"/>${content}</svg>`;
}

/** Interpolates between two '#rrggbb' colors; `part` is from 0 to 1. */
function mix(from: string, to: string, part: number): string {
  const channels = [1, 3, 5].map((at) => {
    const start = Number.parseInt(from.slice(at, at + 2), 16);
    const end = Number.parseInt(to.slice(at, at + 2), 16);
    return Math.round(start + (end - start) * part)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
