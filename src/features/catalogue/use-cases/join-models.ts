/**
 * Joins rows and parts of one model of which one has the maker's number and facts, as of the OpenDB, and the other has not, as
 * of a public list: whichever of them comes first.
 */
import { findKnownParts, readKnownParts } from '#catalogue/database/known-parts.ts';
import {
  findStagedParts,
  readStagedParts,
  restageParts,
  unstageParts,
} from '#catalogue/database/staged-parts.ts';
import { joinModel } from '#catalogue/rules/import/model-joins.ts';
import type { ImportedPart } from '#catalogue/rules/import/part-rows.ts';
import { isMadeSku } from '#catalogue/rules/import/part-sku.ts';
import {
  choosePart,
  completeFacts,
  makeModelKey,
  type PriceName,
} from '#catalogue/rules/import/price-names.ts';
import { isNumbered } from '#catalogue/rules/import/recognition.ts';
import { splitIntoBatches } from '#catalogue/rules/import/row-batches.ts';
import { type Category, fallbackCategory } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** Returns how many staged rows became a part of other staged rows. */
export async function joinModels({ db }: Pick<Dependencies, 'db'>): Promise<number> {
  const { numberless, numbered } = await collectModels(db);
  const pairs = new Map<string, string[]>();
  const possible = [...numberless].filter(([, key]) => numbered.has(key));
  for await (const batch of splitIntoBatches(possible)) {
    const candidates = batch.flatMap(([sku, key]) => [sku, ...(numbered.get(key) ?? [])]);
    const models = await readModels(db, candidates);
    for (const [sku, key] of batch) {
      const model = models.get(sku);
      const others = [...(numbered.get(key) ?? [])].flatMap((other) => models.get(other) ?? []);
      const chosen = model && choosePart(model, others);
      if (!chosen || chosen === 'none' || chosen === 'several') continue;
      pairs.set(chosen.sku, [...(pairs.get(chosen.sku) ?? []), sku]);
    }
  }
  // a part that several rows mean is nobody's, as in a price list
  const single = [...pairs].flatMap(([sku, [other, ...more]]) =>
    other && more.length === 0 ? [[other, sku]] : [],
  );
  let joined = 0;
  for await (const batch of splitIntoBatches(single)) joined += await writeJoins(db, batch);
  return joined;
}

/** By SKU, and the SKUs by model key. */
type Models = { numberless: Map<string, string>; numbered: Map<string, Set<string>> };

async function collectModels(db: Database): Promise<Models> {
  const models: Models = { numberless: new Map(), numbered: new Map() };
  const addNumbered = (sku: string, key: string) =>
    models.numbered.set(key, (models.numbered.get(key) ?? new Set()).add(sku));
  const categories = new Set<Category>();
  const recognized = new Set<string>();
  for await (const parts of readStagedParts(db)) {
    for (const part of parts) {
      const name = makeName(part);
      if (part.recognized) recognized.add(part.sku);
      if (!part.hasMadeSku || part.recognized || !name) continue;
      categories.add(name.category);
      if (isNumbered(part)) addNumbered(part.sku, makeModelKey(name));
      else models.numberless.set(part.sku, makeModelKey(name));
    }
  }
  for await (const part of readKnownParts(db, [...categories])) {
    if (recognized.has(part.sku)) continue;
    if (isNumbered(part)) {
      models.numberless.delete(part.sku);
      addNumbered(part.sku, makeModelKey(part));
    } else if (isMadeSku(part.sku, part.category)) models.numberless.set(part.sku, makeModelKey(part));
  }
  return models;
}

async function readModels(db: Database, skus: readonly string[]) {
  const rows = new Map((await findStagedParts(db, skus)).map((row) => [row.sku, row]));
  const parts = new Map((await findKnownParts(db, skus)).map((part) => [part.sku, part]));
  return new Map(
    skus.flatMap((sku) => {
      const [row, part] = [rows.get(sku), parts.get(sku)];
      const name = part ?? (row && makeName(row));
      return name ? [[sku, { ...name, sku, row, part }] as const] : [];
    }),
  );
}

function makeName({ category = fallbackCategory, name, specs = {} }: ImportedPart): PriceName | undefined {
  return name ? completeFacts({ category, name, specs: specs as SpecificationValues }) : undefined;
}

async function writeJoins(db: Database, pairs: readonly (readonly string[])[]): Promise<number> {
  const models = await readModels(db, pairs.flat());
  const joins = pairs.flatMap(([one = '', other = '']) => {
    const [numberless, numbered] = [models.get(one), models.get(other)];
    const join = numberless && numbered && joinModel(numberless, numbered);
    return join ? [join] : [];
  });
  const replaced = joins.flatMap(({ replaced }) => replaced ?? []);
  await unstageParts(db, replaced);
  await restageParts(db, joins);
  return replaced.length;
}
