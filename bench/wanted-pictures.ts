/** Says for `packages/art`, as JSON, which pictures the parts of the demo want, and which imported parts may show. */
import { readdirSync, readFileSync } from 'node:fs';
import { type Category, definitions, getDefinition } from '#catalogue/rules/categories.ts';
import { makePrintedKey } from '#catalogue/rules/image-rules.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';

type Wanted = { key: string; model: string; lines: readonly string[] };

const parts = new URL('../catalogue/parts/', import.meta.url);
const [fronts, others] = [new Map<string, Wanted>(), new Map<string, Wanted>()];
for (const file of readdirSync(parts)) {
  const records: { category: Category; specs: SpecificationValues; name: string }[] = JSON.parse(
    readFileSync(new URL(file, parts), 'utf8'),
  );
  for (const { category, specs, name } of records) {
    const wanted = getDefinition(category).wantImage?.(specs, name);
    if (!wanted) continue;
    const { key: model, lines, secondView } = wanted;
    for (const words of [[], lines]) {
      const key = makePrintedKey(model, words);
      fronts.set(key, { key, model, lines: words });
    }
    if (secondView) others.set(secondView, { key: secondView, model: secondView, lines: [] });
  }
}
for (const { imageKeys } of definitions)
  for (const key of imageKeys) if (!fronts.has(key)) others.set(key, { key, model: key, lines: [] });
console.log(JSON.stringify([...fronts.values(), ...others.values()]));
