/** Loads the builds that the person of the request keeps. */
import { data, type RouterContextProvider } from 'react-router';
import { basketContext } from '#basket/components/basket-context.server.ts';
import { parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import { findKeptBuilds } from '#fit/database/builds.ts';
import { maxKeptBuilds } from '#fit/rules/saved-builds.ts';
import * as paths from '#kernel/paths.ts';
import { explainRefusal, type Refusal } from '#kernel/refusals.ts';
import { countWords } from '#kernel/words.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

const notes: readonly Refusal[] = [
  { refused: 'too-many-kept-builds', limit: maxKeptBuilds },
  { refused: 'build-name-taken' },
];

export async function readBuildsPage(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const readBasket = context.get(basketContext); // which says whose the request is
  if (!readBasket) throw data(undefined, { status: 404 }); // an address that would be cached for everybody
  const { personId } = await readBasket();
  const note = notes.find(({ refused }) => refused === searchParams.get('note'));
  const rows = personId === undefined ? [] : await findKeptBuilds(context.get(pageContext).db, personId);
  return {
    isSignedIn: personId !== undefined,
    note: note && explainRefusal(note),
    builds: rows.map(({ id, name, parts }) => ({
      id,
      name,
      to: paths.savedBuild(id),
      parts: countWords(parseBuild(parts).entries.length, 'part'),
    })),
  };
}
