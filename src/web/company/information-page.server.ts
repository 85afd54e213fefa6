/** Loads an information page by its path, apart from the texts: the server reads these without React. */
import type { RouterContextProvider } from 'react-router';
import { findDeliveryRules } from '#database/delivery-rules.ts';
import { selectIdentity } from '#domain/settings.ts';
import { makeInformationPages } from '#web/company/information.server.ts';
import { pageContext } from '#web/server/shop-context.server.ts';

export async function readInformationPage(context: Readonly<RouterContextProvider>, { pathname }: URL) {
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  const makePage = makeInformationPages[path];
  if (!makePage) throw new Error(`There is no information page at ${path}.`);
  const { db, settings, publicUrl } = context.get(pageContext);
  const { rules } = await findDeliveryRules(db);
  return { ...makePage(selectIdentity(settings), rules), canonical: publicUrl + path };
}
