/** The name and the contact details of the shop. The owner edits this file. */
export const company: Company = {
  name: 'COMPACT',
  email: 'hello@compact.test',
  postalAddress: undefined,
  /** Links in the footer, e.g. { label: 'Mastodon', to: 'https://…' }. */
  social: [],
};

type Company = {
  name: string;
  email: string;
  postalAddress: string | undefined;
  social: readonly { label: string; to: string }[];
};
