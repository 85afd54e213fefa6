/** Rows of parts share equal values, and nothing else. */
import { expect, test } from 'vitest';
import { makeValueSharing } from '#catalogue/database/shared-values.ts';

test('rows with equal values share them, and say what they said before', () => {
  const read = (specs: Record<string, number>, facts: Record<string, number>, at: string) => ({
    ...{ specs, facts, brand: `${'Test'}co`, created_at: new Date(at), updated_at: new Date(at) },
    ...{ changed_in: '7', described_in: '7', derived_fields: [], doubtful_fields: ['lengthMm'] },
  });
  const share = makeValueSharing() as unknown as (part: ReturnType<typeof read>) => ReturnType<typeof read>;
  const [one, other] = [
    read({ capacityGb: 1000 }, { capacityGb: 1000 }, '2026-11-29'),
    read({ capacityGb: 1000 }, { capacityGb: 2000 }, '2026-11-30'),
  ];
  const [first, again, second] = [share(one), share(structuredClone(one)), share(other)];
  expect(first).toEqual(one);
  expect(second).toEqual(other);
  expect(again.created_at).toBe(first.updated_at);
  expect(again.derived_fields).toBe(first.derived_fields);
  expect(first.facts).toBe(first.specs);
  expect(second.facts).not.toBe(second.specs);
});
