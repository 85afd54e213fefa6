/** Name, contact and company data of the shop, from its settings, for all pages. */
import { useRouteLoaderData } from 'react-router';
import type { ShopIdentity } from '#domain/settings.ts';
import type { loader } from '#web/root.tsx';

/** In a component. */
export function useShop(): ShopIdentity {
  return useRouteLoaderData<typeof loader>('root')?.shop ?? unknownShop;
}

/** In a `meta` function. */
export function readShop(matches: Matches): ShopIdentity {
  return (matches[0]?.loaderData as { shop?: ShopIdentity } | undefined)?.shop ?? unknownShop;
}

/** From the root to the page. */
export type Matches = readonly ({ loaderData?: unknown } | undefined)[];

/** While the root has failed to load. */
const unknownShop: ShopIdentity = {
  name: '',
  email: '',
  postalAddress: '',
  companyName: '',
  registration: '',
  taxId: '',
  social: [],
};
