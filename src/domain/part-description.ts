/** Describes a part of which nobody has written anything, from its specification. */
import type { Category } from '#domain/parts.ts';
import { describeSpecification, type SpecificationValues } from '#domain/specifications.ts';

export type DescribedPart = { category: Category; name: string; specs: SpecificationValues };

/** A sentence or two on what the part is, with units: nothing that its specification does not say. */
export function makeDescription({ category, name, specs }: DescribedPart): string {
  const rows = describeSpecification(category, specs);
  if (rows.length === 0) return `${name}.`;
  if (category === 'other') return `${rows.map(({ label, value }) => `${label}: ${value}`).join('; ')}.`;
  const { color, ...part } = Object.fromEntries(rows.map(({ field, value }) => [field, value]));
  const sentence = sentences[category](part).filter(Boolean).join(', ');
  return `${sentence}.${around(' Color: ', color, '.')}`;
}

/** What a buyer reads of each field. */
type Values = Readonly<Record<string, string | undefined>>;

const sentences = {
  memory: (part) => [
    `${part.capacityGb} of ${part.ddr} memory`,
    `${counted(part.modules, 'module')} of ${part.moduleGb}`,
    part.speedMts,
    around('CAS latency ', part.casLatency),
    around('first word after ', part.firstWordLatencyNs),
  ],
  'hard-disk': (part) => [
    `${part.formFactor} hard disk of ${part.capacityGb}`,
    part.interface,
    part.rpm,
    around('', part.cacheMb, ' of cache'),
  ],
  ssd: (part) => [
    `SSD of ${part.capacityGb}`,
    part.formFactor,
    part.interface === part.formFactor ? '' : part.interface,
    around('', part.cacheMb, ' of cache'),
  ],
  motherboard: (part) => [
    `${part.formFactor} motherboard for socket ${part.socket}`,
    `${counted(part.memorySlots, 'memory slot')} for up to ${part.maxMemoryGb}${around(' of ', part.ddr)}`,
  ],
  'graphics-card': (part) => [
    `Graphics card with ${part.chipset} and ${part.memoryGb} of memory`,
    around('core clock ', part.coreClockMhz),
    around('boost clock ', part.boostClockMhz),
    around('', part.lengthMm, ' long'),
  ],
} satisfies Record<Exclude<Category, 'other'>, (part: Values) => (string | undefined)[]>;

function around(before: string, value: string | undefined, after = ''): string {
  return value === undefined ? '' : `${before}${value}${after}`;
}

function counted(count: string | undefined, thing: string): string {
  return count === '1' ? `1 ${thing}` : `${count} ${thing}s`;
}
