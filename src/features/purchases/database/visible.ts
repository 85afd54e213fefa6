/** Who may see what somebody has bought. */
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#kernel/people.ts';

/** Of rows with a `buyer_id`: the buyer's own; administrators see all. */
export function isVisibleTo({ id, role }: Viewer): RawBuilder<boolean> {
  return role === 'admin' ? sql`true` : sql`buyer_id = ${id}`;
}
