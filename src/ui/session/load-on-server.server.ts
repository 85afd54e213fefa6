/** Loads a private page on the server as the browser would, in the name of the session's cookie (app/rendering/visits.ts). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createContext, type LoaderFunctionArgs } from 'react-router';
import { isUnavailable } from '#platform/database/unavailable.ts';
import { setVisits, type Visit } from '#ui/session/visit.ts';

const visits = new AsyncLocalStorage<Visit>();
setVisits(() => visits.getStore());

/** Finds out whose the visit is; the answer is then never kept. */
export const visitContext = createContext<() => Promise<Visit>>();

/**
 * The loader of a page that has the same one for browsers, by whose type its data is known; `visitor` is added.
 * Undefined when a guard redirects, a call is refused or the database is unavailable: then the browser loads the page, and does
 * what follows from it.
 */
export function loadOnServer<Args>(load: (args: Args) => Promise<object>) {
  return async (args: Args & Pick<LoaderFunctionArgs, 'context'>): Promise<undefined> => {
    try {
      const visit = await args.context.get(visitContext)();
      return {
        ...(await visits.run(visit, () => load(args))),
        visitor: visit.person?.email,
      } as unknown as undefined;
    } catch (thrown) {
      if (thrown instanceof Error && !isUnavailable(thrown)) throw thrown;
      return undefined;
    }
  };
}
