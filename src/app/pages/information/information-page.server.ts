/** Loads an information page by its path; the texts are in `information.server.ts`. */
import type { RouterContextProvider } from 'react-router';
import { makeInformationPages } from '#app/pages/information/information.server.ts';
import { findDeliveryRules } from '#features/delivery/database/delivery-rules.ts';
import { defaultDeliveryRules } from '#features/delivery/rules/rules.ts';
import { settingsContext } from '#features/settings/components/settings-context.server.ts';
import { selectIdentity } from '#features/settings/rules/settings.ts';
import * as paths from '#kernel/paths.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

/** The pages that say what delivery costs and when it comes. */
const pathsWithRules: ReadonlySet<string> = new Set([paths.delivery, paths.terms]);

export async function readInformationPage(context: Readonly<RouterContextProvider>, { pathname }: URL) {
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  const makePage = makeInformationPages[path];
  if (!makePage) throw new Error(`There is no information page at ${path}.`);
  const { db, publicUrl, showsStock } = context.get(pageContext);
  const settings = context.get(settingsContext);
  showsStock({ parts: [], showsAvailability: false });
  // the others can be read while the database is away
  const rules = pathsWithRules.has(path) ? (await findDeliveryRules(db)).rules : defaultDeliveryRules;
  return { ...makePage(selectIdentity(settings), rules), canonical: publicUrl + path };
}
