/** The fields of the Settings page, in groups. */
import { alertModes, type SettingName } from '#domain/settings.ts';

export type GroupedField = {
  name: SettingName;
  label: string;
  hint?: string;
  /** More than one line. */
  rows?: number;
  type?: 'text' | 'email';
  autoComplete?: string;
  choices?: readonly string[];
};

export type SettingGroup = { heading: string; hint?: string; hasImage?: true; fields: GroupedField[] };

export const fieldGroups: SettingGroup[] = [
  {
    heading: 'Shop',
    fields: [
      {
        name: 'name',
        label: 'Name of the shop',
        hint: 'In titles, mails and invoices. Nobody can sign up under it.',
      },
      {
        name: 'email',
        label: 'Contact e-mail',
        type: 'email',
        hint: 'On the contact page and invoices; answers to mails of the shop go there.',
      },
      {
        name: 'social',
        label: 'Social links',
        rows: 3,
        hint: 'One a line: a name, then its address, as in “Mastodon https://mastodon.social/@shop”. They are in the footer.',
      },
    ],
  },
  {
    heading: 'Company',
    hint: 'On invoices; the postal address is on the contact page, too. What is empty is left out.',
    fields: [
      { name: 'companyName', label: 'Name of the company', autoComplete: 'organization' },
      { name: 'postalAddress', label: 'Postal address', rows: 3, autoComplete: 'street-address' },
      { name: 'registration', label: 'Register and number' },
      { name: 'taxId', label: 'Tax id' },
      {
        name: 'invoicePrefix',
        label: 'Before the numbers of invoices',
        hint: 'As in INV-000042. The numbers go on when it changes.',
      },
    ],
  },
  {
    heading: 'Imports',
    fields: [
      {
        name: 'maxPriceFactor',
        label: 'Prices that change by more than this factor need a tick',
        hint: 'With 2, a price that falls by more than half or rises to more than twice is listed before it is imported.',
      },
    ],
  },
  {
    heading: 'Mails to you',
    hint: 'At once: within two minutes, what comes in the next ten together. Daily: at 6:00 UTC, of the last day.',
    fields: [
      {
        name: 'alertEmail',
        label: 'Send them to',
        type: 'email',
        hint: 'Empty: to all administrators with a confirmed address.',
      },
      { name: 'alertOrders', label: 'New orders', choices: alertModes },
      { name: 'alertDisputes', label: 'Disputes', choices: alertModes },
      { name: 'alertRefunds', label: 'Refunds that failed', choices: alertModes },
      { name: 'alertStock', label: 'Parts that ran out or run low', choices: alertModes },
    ],
  },
  {
    heading: 'My Portfolio',
    hint: 'The person behind the shop; name and picture are also at “Meet Our CEO”.',
    hasImage: true,
    fields: [
      { name: 'portfolioName', label: 'Name' },
      { name: 'portfolioRole', label: 'Role' },
      { name: 'portfolioEmail', label: 'E-mail', type: 'email' },
      {
        name: 'portfolioBiography',
        label: 'Biography',
        rows: 9,
        hint: 'An empty line begins a new paragraph.',
      },
    ],
  },
  ...([1, 2, 3] as const).map((number) => ({
    heading: `Sample project ${number}`,
    hint: 'Without a title it is not shown.',
    fields: [
      { name: `project${number}Title` as const, label: 'Title' },
      { name: `project${number}Description` as const, label: 'Description', rows: 2 },
      {
        name: `project${number}Address` as const,
        label: 'Link',
        hint: 'A page of this shop, as in /parts, or an address that begins with https://',
      },
    ],
  })),
];
