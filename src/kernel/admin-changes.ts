/** What administrators change, and how the audit log shows it. */
import { z } from 'zod';
import { formatMoney } from '#kernel/money.ts';

/** The tables whose changes are recorded. */
export const changeSubjects = [
  'parts',
  'orders',
  'refunds',
  'reviews',
  'people',
  'settings',
  'delivery_rules',
] as const;
export type ChangeSubject = (typeof changeSubjects)[number];

export const changedFieldSchema = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedField = z.infer<typeof changedFieldSchema>;

type Values = Readonly<Record<string, unknown>>;

/** Only fields that differ; a null is a value that there was not, or is no longer. */
export function describeChange(before: Values | null, after: Values | null): ChangedField[] {
  const [old, current] = [flatten(before ?? {}), flatten(after ?? {})];
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: current.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** They say nothing beyond the entry's own subject and time. */
const omittedFields = new Set(['id', 'created_at', 'updated_at']);

function flatten(values: Values): Map<string, string> {
  const flat = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined || omittedFields.has(name)) return [];
    if (typeof value === 'object' && !Array.isArray(value)) return [...flatten(value as Values)];
    return [[formatFieldName(name), formatValue(name, value)]];
  });
  return new Map(flat);
}

function formatFieldName(name: string): string {
  return name
    .replace(/_(cents|at)$/, '')
    .replace(/(?<=[a-z])(?=[A-Z0-9])|_/g, ' ')
    .toLowerCase();
}

/** A refund's `amount` is in cents, too. */
function formatValue(name: string, value: unknown): string {
  if (typeof value === 'number' && /_cents$|^amount$/.test(name)) return formatMoney(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
