/** Which generation a processor is of, read from its name: makers give boards and their firmware by generation. */

export type ProcessorGeneration =
  | `Core ${(typeof coreGenerations)[number]}`
  | `Core X ${5 | 6}000`
  | 'Core Ultra 200S'
  | `Xeon E3 v${5 | 6}`
  | `Xeon E5 v${3 | 4}`
  | `Xeon E-2${1 | 2}00`
  | 'A-Series 9000'
  | 'Athlon with Zen'
  | `Ryzen ${1 | 2 | 3 | 4 | 5 | 7 | 8 | 9}000`
  | `Ryzen ${2 | 3 | 5}000G`;

/** Pentium and Celeron count apart from Core. Source: Intel's product pages of each. */
const smallIntel: readonly [RegExp, ProcessorGeneration][] = [
  [/\b(?:Pentium G44|Pentium G45[0-4]|Celeron G39[0-2])\d/i, 'Core 6'],
  [/\b(?:Pentium G45[6-9]|Pentium G46|Celeron G39[3-5])\d/i, 'Core 7'],
  [/\b(?:Pentium(?: Gold)? G5[4-6]|Celeron G49)\d/i, 'Core 8'],
  [/\b(?:Pentium(?: Gold)? G6[4-6]|Celeron G59)\d/i, 'Core 10'],
  [/\b(?:Pentium(?: Gold)? G74|Celeron G69)\d/i, 'Core 12'],
];

const coreGenerations = [6, 7, 8, 9, 10, 11, 12, 13, 14] as const;

const ryzenGenerations = new Map<string, ProcessorGeneration>([
  ['1', 'Ryzen 1000'],
  ['2', 'Ryzen 2000'],
  ['2G', 'Ryzen 2000G'],
  ['3', 'Ryzen 3000'],
  ['3G', 'Ryzen 3000G'],
  ['4', 'Ryzen 4000'],
  ['4G', 'Ryzen 4000'],
  ['5', 'Ryzen 5000'],
  ['5G', 'Ryzen 5000G'],
  ['7', 'Ryzen 7000'],
  ['8', 'Ryzen 8000'],
  ['8G', 'Ryzen 8000'],
  ['9', 'Ryzen 9000'],
  ['9G', 'Ryzen 9000'],
]);

/** Undefined where the name does not say it for certain: older, server and later processors. */
export function readProcessorGeneration(name: string): ProcessorGeneration | undefined {
  if (/threadripper|epyc|opteron|\b9850X3D|\b9950X3D2/i.test(name)) return undefined;
  if (/xeon/i.test(name)) return readXeon(name);
  const [, ultra, plus] = /\bCore Ultra \d (2\d\d)[A-Z]{0,2}(?![\d])( Plus)?/i.exec(name) ?? [];
  if (ultra) return plus ? undefined : 'Core Ultra 200S';
  return readCore(name) ?? readAmd(name) ?? smallIntel.find(([pattern]) => pattern.test(name))?.[1];
}

/** Of processors of one line: 'Ryzen 3000' than 'Ryzen 5000G'; false where a name does not say it. */
export function isOlderGeneration(one: string, other: string): boolean {
  const [[, line, number] = [], [, otherLine, otherNumber] = []] = [one, other].map((name) => {
    const generation = readProcessorGeneration(name) ?? '';
    return /^(\D+)(\d+)/.exec(sameCores[generation] ?? generation) ?? [];
  });
  return line !== undefined && line === otherLine && Number(number) < Number(otherNumber);
}

/** Zen 2 and Zen 4 under two numbers: a Ryzen 7 7800X3D is no older than an 8500G. Source: AMD's product pages of each. */
const sameCores: Readonly<Record<string, ProcessorGeneration>> = {
  'Ryzen 4000': 'Ryzen 3000',
  'Ryzen 8000': 'Ryzen 7000',
};

/** X processors of four and five digits sit in other sockets: 'i9-7900X', 'i9-10980XE'. */
function readCore(name: string): ProcessorGeneration | undefined {
  const [, digits = '', letters = ''] = /\bi[3579][ -](\d{4,5})([A-Z]*)/i.exec(name) ?? [];
  const isExtreme = /^X/i.test(letters);
  // of socket LGA2011-3, not of the sixth generation of desktops
  if (/^(?:58[23]0|5930|5960)/.test(digits)) return 'Core X 5000';
  if (/^(?:6800|6850|6900|6950)$/.test(digits)) return 'Core X 6000';
  const generation = coreGenerations.find((each) => `${each}` === digits.slice(0, -3));
  return isExtreme || !generation ? undefined : `Core ${generation}`;
}

/** 'E3-1230 v5', 'E5 2620 V4', 'E-2136': for other boards than those of desktops. Source: Intel's product pages. */
function readXeon(name: string): ProcessorGeneration | undefined {
  const [, series, version] = /\bE([35])[ -]\d{4}[LWAR]?(?: |-)?v([3-6])\b/i.exec(name) ?? [];
  if (series === '3' && Number(version) >= 5) return `Xeon E3 v${version as '5' | '6'}`;
  if (series === '5' && Number(version) <= 4) return `Xeon E5 v${version as '3' | '4'}`;
  const [, hundreds] = /\bE[ -]2([12])\d\d[A-Z]?\b/i.exec(name) ?? [];
  return hundreds ? `Xeon E-2${hundreds as '1' | '2'}00` : undefined;
}

function readAmd(name: string): ProcessorGeneration | undefined {
  const [, digits = '', letters = ''] = /\bRyzen \d(?: PRO)? (\d)\d{3}([A-Z]*)/i.exec(name) ?? [];
  // 'Ryzen 5 1600 (12nm)' is of the second generation's silicon
  if (digits === '1' && /\b12 ?nm\b|\bAF\b/i.test(name)) return 'Ryzen 2000';
  if (digits !== '') return ryzenGenerations.get(`${digits}${/^G/i.test(letters) ? 'G' : ''}`);
  if (/\bAthlon(?: PRO)? (?:200|220|240|300|3000)GE?\b/i.test(name)) return 'Athlon with Zen';
  if (/\b(?:A6|A8|A10|A12)-9\d{3}|\bAthlon X4 9[4-7]0\b/i.test(name)) return 'A-Series 9000';
  return undefined;
}
