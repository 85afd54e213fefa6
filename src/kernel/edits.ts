/** Edits of existing data: what somebody else has changed meanwhile is not replaced unseen. */
import type { Refusal } from '#kernel/refusals.ts';

type Fields = Readonly<Record<string, unknown>>;

/** `seen`: what the editor saw of these fields; a field that is not in it is changed whatever it is now. */
export type Edit = { changes: Fields; seen: Fields };

/** The changed fields whose current value is neither the seen nor the new one, with their current values. */
export function findConflicts(current: Fields, { changes, seen }: Edit): Record<string, unknown> {
  const conflicts = Object.keys(changes).filter(
    (field) =>
      field in seen && !isSame(current[field], seen[field]) && !isSame(current[field], changes[field]),
  );
  return Object.fromEntries(conflicts.map((field) => [field, current[field] ?? null]));
}

/** Undefined without conflicts. */
export function refuseConflicts(current: Record<string, unknown>): Refusal | undefined {
  const fields = Object.entries(current);
  if (fields.length === 0) return undefined;
  const errors = fields.map(([path, value]) => ({ path, message: explainConflict(value) }));
  return { refused: 'changed-meanwhile', current, errors };
}

/** Missing, null and empty are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return serialize(one) === serialize(other);
}

function explainConflict(value: unknown): string {
  const meanwhile = isEmpty(value)
    ? 'Somebody has emptied this meanwhile.'
    : `Somebody has changed this to “${value}” meanwhile.`;
  return `${meanwhile} Save again to put yours in its place.`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function serialize(value: unknown): string {
  return isEmpty(value) ? '' : JSON.stringify(value);
}
