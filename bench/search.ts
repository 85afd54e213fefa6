/** Asks the shop the questions of `search-questions.txt`, or of other such files, and counts how many it answers. */
import { setTimeout } from 'node:timers/promises';
import type { Database } from '#platform/database/connect.ts';
import { insertMadeParts } from './made-parts.ts';
import { findExpected, type Question, readQuestions, type SearchedPart } from './search-questions.ts';
import { makeSearchedParts } from './searched-parts.ts';
import { withEmptyShop } from './throw-away-shop.ts';

/** Starts an empty shop, with made parts or those of the files, and returns a table. Files in Markdown have questions. */
export function benchSearch(given: string[]): Promise<string> {
  const pages = given.filter((file) => file.endsWith('.md'));
  const files = given.filter((file) => !pages.includes(file));
  const questions = pages.length > 0 ? pages.flatMap((page) => readQuestions(page)) : readQuestions();
  return withEmptyShop(async ({ address, db, command }) => {
    if (files.length > 0) command('import', '--stock', '25', ...files);
    else await insertMadeParts(db, makeSearchedParts());
    return await askQuestions(address, db, questions);
  });
}

type Answer = Question & {
  /** Undefined: the catalogue has no part as expected. */
  isRightAt: ((count: number) => boolean) | undefined;
  total: number;
  first: string;
};

/** The report on all questions that the catalogue can answer. */
export async function askQuestions(
  address: string,
  db: Database,
  questions: readonly Question[] = readQuestions(),
): Promise<string> {
  const parts = (await db
    .selectFrom('parts')
    .select(['id', 'category', 'brand', 'name', 'specs', 'facts', 'price_cents'])
    .where('price_cents', 'is not', null)
    .where('off_sale_at', 'is', null)
    .execute()) as SearchedPart[];
  await waitForParts(address, parts.length);
  const answers: Answer[] = [];
  for (const question of questions) answers.push(await ask(address, parts, question));
  const groups = Map.groupBy(answers, ({ group }) => group);
  const failures = answers.filter(({ isRightAt }) => isRightAt && !isRightAt(1));
  return [
    `${parts.length.toLocaleString('en-US')} parts on sale`,
    '',
    '| questions | can be answered | right at 1 | right among 5 | without a result |',
    '| --- | --- | --- | --- | --- |',
    ...[...groups, ['all', answers] as const].map(([group, all]) => formatGroup(group, all)),
    ...(failures.length > 0 ? ['', 'Not right at 1:'] : []),
    ...failures.map(
      ({ q, expected, total, first, isRightAt }) =>
        `  ${isRightAt?.(5) ? '5' : '-'} ${q} [${expected}]: ${total > 0 ? `${first} (of ${total})` : 'no result'}`,
    ),
  ].join('\n');
}

/** After an import, the first list reads the whole catalogue, which can take longer than a request may, and lists show more and more of it. */
async function waitForParts(address: string, count: number): Promise<void> {
  const listAll = async () => (await fetch(`${address}/api/parts?limit=1`)).headers.get('x-total-count');
  while ((await listAll()) !== String(count)) await setTimeout(500);
}

async function ask(address: string, parts: readonly SearchedPart[], question: Question): Promise<Answer> {
  const response = await fetch(`${address}/api/parts?${new URLSearchParams({ q: question.q, limit: '5' })}`);
  if (!response.ok) throw new Error(`${question.q}: ${response.status} ${await response.text()}`);
  const results = (await response.json()) as { _id: string; name: string }[];
  const total = Number(response.headers.get('x-total-count'));
  const answer = { ...question, total, first: results[0]?.name ?? '' };
  if (question.expected === 'nothing') return { ...answer, isRightAt: () => total === 0 };
  const expected = new Set(findExpected(parts, question.expected).map(({ id }) => id));
  if (expected.size === 0) return { ...answer, isRightAt: undefined };
  return { ...answer, isRightAt: (count) => results.slice(0, count).some(({ _id }) => expected.has(_id)) };
}

function formatGroup(group: string, all: readonly Answer[]): string {
  const answerable = all.filter(({ isRightAt }) => isRightAt);
  const share = (count: number) =>
    `${((100 * answerable.filter(({ isRightAt }) => isRightAt?.(count)).length) / answerable.length).toFixed(1)} %`;
  const empty = answerable.filter(({ total, expected }) => total === 0 && expected !== 'nothing').length;
  return `| ${group} | ${answerable.length} of ${all.length} | ${share(1)} | ${share(5)} | ${empty} |`;
}
