/** Name, contact and company data of the shop, from its settings, for all pages. */
import { useRouteLoaderData } from 'react-router';
import type { ShopIdentity } from '#domain/settings.ts';

/** In a component. */
export function useShop(): ShopIdentity {
  return (useRouteLoaderData('root') as RootData)?.shop ?? unknownShop;
}

/** In a `meta` function. */
export function readShop(matches: Matches): ShopIdentity {
  return (matches[0]?.loaderData as RootData)?.shop ?? unknownShop;
}

type RootData = { shop?: ShopIdentity } | undefined;

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
