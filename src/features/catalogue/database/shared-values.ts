/** Equal values of many parts are kept once: fewer objects take less memory, and shorten the pauses of its collection. */
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { PartRow } from '#catalogue/database/parts.ts';

const empty: never[] = [];

/** Returns what puts known values into a row that was read, in the place of its own. */
export function makeValueSharing(): (part: PartRow) => PartRow {
  const known = new LRUCache<string | number, string | Date>({ max: 10_000 });

  function share<Value extends string | Date | null>(value: Value): Value {
    if (value === null) return value;
    const key = typeof value === 'string' ? value : value.getTime();
    const earlier = known.get(key) as Value | undefined;
    if (earlier === undefined) known.set(key, value);
    return earlier ?? value;
  }

  return (part) => ({
    ...part,
    brand: share(part.brand),
    created_at: share(part.created_at),
    updated_at: share(part.updated_at),
    changed_in: share(part.changed_in),
    described_in: share(part.described_in),
    derived_fields: part.derived_fields.length === 0 ? empty : part.derived_fields,
    doubtful_fields: part.doubtful_fields.length === 0 ? empty : part.doubtful_fields,
    facts: isDeepStrictEqual(part.facts, part.specs) ? (part.specs as PartRow['facts']) : part.facts,
  });
}
