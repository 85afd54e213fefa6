/** The information pages: delivery, refunds, about, contact, privacy, terms. */
import type { RouterContextProvider } from 'react-router';
import { settingsContext } from '#settings/components/settings-context.server.ts';
import { isPageTextId } from '#settings/rules/page-texts.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

export function readInformationPage(context: Readonly<RouterContextProvider>, { pathname }: URL) {
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  const id = path.slice(1);
  if (!isPageTextId(id)) throw new Error(`There is no information page at ${path}.`);
  const { publicUrl, showsStock } = context.get(pageContext);
  showsStock({ parts: [], showsAvailability: false });
  return { ...context.get(settingsContext).texts.read(id), canonical: publicUrl + path };
}
