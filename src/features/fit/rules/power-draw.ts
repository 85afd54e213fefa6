/** What the parts of a computer draw at their peak, in watts. */
import type { Drive, GraphicsCard, Memory, Processor } from '#catalogue/rules/facts/facts.ts';
import { findChip } from '#catalogue/rules/graphics-chips.ts';
import { type Build, listKind } from '#fit/rules/build.ts';

export type PeakWatts = { watts: number; source: 'maker' | 'socket' | 'estimate' };

/** Package power tracking by thermal design power. Source: AMD's specifications of sockets AM4 and AM5. */
const socketPower: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  AM4: { 35: 47, 45: 61, 65: 88, 95: 128, 105: 142 },
  AM5: { 65: 88, 105: 142, 120: 162, 170: 230 },
};

/** Maximum turbo power of Intel's 10th and later generations. Source: Intel's product pages. */
const intelTurbo: readonly [RegExp, number][] = [
  [/\bi9-1[34]900KS/, 253],
  [/\bi9-1[34]900K/, 253],
  [/\bi9-12900K/, 241],
  [/\bi9-1[34]900F?\b/, 219],
  [/\bi9-12900F?\b/, 202],
  [/\bi7-1[34]700K/, 253],
  [/\bi7-12700K/, 190],
  [/\bi7-1[34]700F?\b/, 219],
  [/\bi7-12700F?\b/, 180],
  [/\bi5-1[34]600K/, 181],
  [/\bi5-12600K/, 150],
  [/\bi5-1[34][56]00F?\b/, 154],
  [/\bi5-1[34]400F?\b/, 148],
  [/\bi5-12[456]00F?\b/, 117],
  [/\bi3-14100F?\b/, 110],
  [/\bi3-1[23]100F?\b/, 89],
  [/\bUltra (?:9|7) 2\d[05]KF?\b/, 250],
  [/\bUltra 5 2\d[05]KF?\b/, 159],
  [/\bUltra (?:9|7) 2\d5F?\b/, 182],
  [/\bUltra 5 2\d5F?\b/, 121],
  [/\bi9-1[01]900KF?\b/, 251],
  [/\bi7-11700KF?\b/, 251],
  [/\bi7-10700KF?\b/, 229],
  [/\bi5-11600KF?\b/, 251],
  [/\bi5-10600KF?\b/, 182],
  [/\bi[79]-1[01][79]00F?\b/, 224],
  [/\bi5-11[456]00F?\b/, 154],
  [/\bi5-10[456]00F?\b/, 134],
];

/** Older ones draw a quarter above their design power for a moment (PL2). */
const shortPeak = 1.25;

export function estimatePeakWatts(processor: Processor): PeakWatts | undefined {
  const { peakWatts, tdpWatts, socket, name } = processor;
  if (peakWatts) return { watts: peakWatts, source: 'maker' };
  const spelled = name.replace(/\b(i[3579]) (?=\d)/, '$1-');
  const turbo = intelTurbo.find(([pattern]) => pattern.test(spelled))?.[1];
  if (turbo) return { watts: turbo, source: 'maker' };
  if (!tdpWatts) return undefined;
  const tracked = socketPower[socket ?? '']?.[tdpWatts];
  if (tracked) return { watts: tracked, source: 'socket' };
  const factor = /^LGA1(?:700|851|200)$/.test(socket ?? '') ? (tdpWatts > 35 ? 2 : 3) : shortPeak;
  return { watts: Math.ceil(tdpWatts * factor), source: 'estimate' };
}

/** Of its chip, where nobody says it of the card. */
export function estimateCardWatts({ watts, chip }: GraphicsCard): number | undefined {
  return watts ?? findChip(chip)?.watts;
}

/** Boards with their regulators and fans, by form factor. Source: the method of Newegg's calculator, published under MIT. */
const boardWatts: Readonly<Record<string, number>> = {
  'Mini ITX': 30,
  'Thin Mini ITX': 30,
  'Mini DTX': 30,
  'Micro ATX': 60,
  'Flex ATX': 60,
  EATX: 100,
  'XL ATX': 100,
  'SSI CEB': 150,
  'SSI EEB': 150,
};
const ordinaryBoardWatts = 70;

const ssdWatts = 10;
const hardDiskWatts = 20;
const largestModuleWatts = 20;

/** The draw of everything but the power supply. `watts`: of the parts that are known, never more than the whole. */
export function sumPowerDraw(build: Pick<Build, 'ofKind'>) {
  const unknown: string[] = []; // names of parts whose draw is not known
  let watts = 0;
  const add = (name: string, quantity: number, draw: number | undefined) => {
    if (draw === undefined) unknown.push(name);
    else watts += draw * quantity;
  };
  for (const { part, quantity } of listKind(build, 'Processor'))
    add(part.name, quantity, estimatePeakWatts(part)?.watts);
  for (const { part, quantity } of listKind(build, 'GraphicsCard'))
    add(part.name, quantity, estimateCardWatts(part));
  for (const { part, quantity } of listKind(build, 'Motherboard'))
    watts += (boardWatts[part.formFactor ?? ''] ?? ordinaryBoardWatts) * quantity;
  for (const { part, quantity } of listKind(build, 'Memory')) watts += estimateMemoryWatts(part) * quantity;
  for (const { part, quantity } of listKind(build, 'Drive')) watts += estimateDriveWatts(part) * quantity;
  return { watts: Math.ceil(watts), unknown };
}

/** 0.3 W a gigabyte of DDR5, 0.375 W of older ones, and never above the largest module. */
function estimateMemoryWatts({ generation, modules = 2, moduleGb = 16 }: Memory): number {
  const perGigabyte = generation === 5 ? 0.3 : 0.375;
  return modules * Math.min(moduleGb * perGigabyte, largestModuleWatts);
}

const estimateDriveWatts = ({ isHardDisk }: Drive) => (isHardDisk ? hardDiskWatts : ssdWatts);
