/** Parts as the rules of fit see them, with the facts of real ones; a test overrides what it is about. */
import type {
  Case,
  Cooler,
  Drive,
  FitPart,
  GraphicsCard,
  Memory,
  Motherboard,
  PowerSupply,
  Processor,
} from '#catalogue/rules/facts/facts.ts';

type Facts<Part> = Partial<Omit<Part, 'kind' | 'id' | 'name'>>;

const identify = (kind: FitPart['kind'], name: string) => ({ id: `${kind} ${name}`, name });

export const processor = (name: string, facts: Facts<Processor> = {}): Processor => ({
  kind: 'Processor',
  ...identify('Processor', name),
  ...facts,
});

export const motherboard = (name: string, facts: Facts<Motherboard> = {}): Motherboard => ({
  kind: 'Motherboard',
  ...identify('Motherboard', name),
  ...facts,
});

export const memory = (name: string, facts: Facts<Memory> = {}): Memory => ({
  kind: 'Memory',
  ...identify('Memory', name),
  ...facts,
});

export const card = (name: string, facts: Facts<GraphicsCard> = {}): GraphicsCard => ({
  kind: 'GraphicsCard',
  ...identify('GraphicsCard', name),
  ...facts,
});

export const housing = (name: string, facts: Facts<Case> = {}): Case => ({
  kind: 'Case',
  ...identify('Case', name),
  ...facts,
});

export const supply = (name: string, facts: Facts<PowerSupply> = {}): PowerSupply => ({
  kind: 'PowerSupply',
  ...identify('PowerSupply', name),
  ...facts,
});

export const cooler = (name: string, facts: Facts<Cooler> = {}): Cooler => ({
  kind: 'Cooler',
  ...identify('Cooler', name),
  ...facts,
});

export const drive = (name: string, facts: Facts<Drive> = {}): Drive => ({
  kind: 'Drive',
  ...identify('Drive', name),
  ...facts,
});

export const asBuild = (...parts: readonly FitPart[]) => parts.map((part) => ({ part, quantity: 1 }));
