/** Name, contact, company data and time zone of the shop, and whether it sends mail, for all pages. */
import { useRouteLoaderData } from 'react-router';

export type Shop = typeof unknownShop;

/** In a component. */
export function useShop(): Shop {
  return (useRouteLoaderData('root') as RootData)?.shop ?? unknownShop;
}

/** In a `meta` function. */
export function readShop(matches: Matches): Shop {
  return (matches[0]?.loaderData as RootData)?.shop ?? unknownShop;
}

type RootData = { shop?: Shop } | undefined;

/** From the root to the page. */
export type Matches = readonly ({ loaderData?: unknown } | undefined)[];

/** While the root has failed to load. */
const unknownShop = {
  name: '',
  email: '',
  postalAddress: '',
  companyName: '',
  registration: '',
  taxId: '',
  tagline: '',
  social: [] as { label: string; to: string }[],
  /** Of the company's pages, by path. */
  titles: {} as Readonly<Record<string, string>>,
  timeZone: 'UTC',
  sendsMail: true,
};
