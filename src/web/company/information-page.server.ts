/** Loads an information page by its path, apart from the texts: the server reads these without React. */
import type { RouterContextProvider } from 'react-router';
import { findDeliveryRules } from '#database/delivery-rules.ts';
import { defaultDeliveryRules } from '#domain/delivery/rules.ts';
import * as paths from '#domain/paths.ts';
import { selectIdentity } from '#domain/settings.ts';
import { makeInformationPages } from '#web/company/information.server.ts';
import { pageContext } from '#web/server/shop-context.server.ts';

/** The pages that say what delivery costs and when it comes. */
const pathsWithRules: ReadonlySet<string> = new Set([paths.delivery, paths.terms]);

export async function readInformationPage(context: Readonly<RouterContextProvider>, { pathname }: URL) {
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  const makePage = makeInformationPages[path];
  if (!makePage) throw new Error(`There is no information page at ${path}.`);
  const { db, settings, publicUrl, showsStock } = context.get(pageContext);
  showsStock({ parts: [], showsAvailability: false });
  // the others can be read while the database is away
  const rules = pathsWithRules.has(path) ? (await findDeliveryRules(db)).rules : defaultDeliveryRules;
  return { ...makePage(selectIdentity(settings), rules), canonical: publicUrl + path };
}
