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

const make =
  <Part extends FitPart>(kind: Part['kind']) =>
  (name: string, facts: Facts<Part> = {}): Part =>
    ({ kind, id: `${kind} ${name}`, name, ...facts }) as Part;

export const processor = make<Processor>('Processor');
export const motherboard = make<Motherboard>('Motherboard');
export const memory = make<Memory>('Memory');
export const card = make<GraphicsCard>('GraphicsCard');
export const housing = make<Case>('Case');
export const supply = make<PowerSupply>('PowerSupply');
export const cooler = make<Cooler>('Cooler');
export const drive = make<Drive>('Drive');

export const asBuild = (...parts: readonly FitPart[]) => parts.map((part) => ({ part, quantity: 1 }));
