/** The made catalogue of `npm run bench -- search`: parts with names like real ones, among many that are generated. */
import { deriveFacts } from '#domain/catalogue/derived-facts.ts';
import { guessBrand, makeFullName } from '#domain/catalogue/part-names.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import type { SpecificationValues } from '#domain/catalogue/specifications.ts';
import { type MadePart, makeParts } from './made-parts.ts';
import {
  boardModels,
  cardChips,
  cardSeries,
  diskModels,
  memoryModels,
  ssdModels,
} from './searched-models.ts';

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
