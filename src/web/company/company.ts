/** Who runs the shop and how to reach them: the owner changes this file. */

export const company: Company = {
  name: 'COMPACT',
  /** Where customers write to. */
  email: 'hello@compact.test',
  /** Shown on the contact page and in the terms when it is set. */
  postalAddress: undefined,
  /** Pages of the shop elsewhere, e.g. { label: 'Mastodon', to: 'https://…' }; the footer's list is left out without any. */
  social: [],
};

type Company = {
  name: string;
  email: string;
  postalAddress: string | undefined;
  social: readonly { label: string; to: string }[];
};
