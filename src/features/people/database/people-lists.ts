/** The list of people: what it can be filtered and sorted by. */
import type { SortedCursor } from '#kernel/cursors.ts';
import type { PersonSort, Role } from '#kernel/people.ts';
import { isErasedRow } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import { type DayFilter, isWithinDays, matchesAllWords } from '#platform/database/list-filters.ts';
import { type PageRequest, readPageById } from '#platform/database/pages.ts';

export type PeopleListQuery = PageRequest<SortedCursor> &
  DayFilter & {
    q?: string | undefined;
    sort?: PersonSort;
    status?: Role | undefined;
  };

/** Without those who have been forgotten. */
export async function findPeople(db: Database, query: PeopleListQuery) {
  const { q, sort = 'newest', status } = query;
  let people = db.selectFrom('people').where(({ not }) => not(isErasedRow));
  if (status) people = people.where('role', '=', status);
  for (const condition of [...matchesAllWords('people', q), ...isWithinDays('created_at', query)])
    people = people.where(condition);
  const rows = people.select(['id', 'email', 'email_verified', 'name', 'image', 'role', 'created_at']);
  return await readPageById(query, people, rows, { direction: sort === 'newest' ? 'desc' : 'asc' });
}
