/** Mails to a person about their account. */
import { nameShop } from '#kernel/wording.ts';
import type { AccountMail } from '#people/rules/account-mails.ts';
import {
  type MailContent,
  type MailShop,
  type RenderedMail,
  renderMail,
} from '#platform/mail/render-mail.ts';

export function renderAccountMail(
  kind: AccountMail,
  person: { name: string; address: string; provider?: string | undefined },
  shop: MailShop,
): RenderedMail {
  const { label, subject, opening, closing } = templates[kind];
  return renderMail({
    shop,
    subject: nameShop(subject, shop.name),
    opening: nameShop(
      opening.replace('a provider', () => person.provider ?? 'a provider'),
      shop.name,
    ),
    closing,
    name: person.name,
    action: { label, address: person.address },
  });
}

const templates = {
  verification: {
    subject: 'Please confirm your e-mail address',
    opening: 'welcome to COMPACT. Please confirm that this address is yours, so that our mails reach you.',
    label: 'Confirm my e-mail address',
    closing:
      'The link works for a day. If you have no account with us, somebody mistyped their address; please ignore this e-mail.',
  },
  'password-reset': {
    subject: 'A new password for COMPACT',
    opening: 'somebody, we hope it was you, asked for a new password for your account.',
    label: 'Choose a new password',
    closing:
      'The link works once, within an hour. If it was not you, please ignore this e-mail: nothing has changed.',
  },
  'log-in-linked': {
    subject: 'A new way to log in to COMPACT',
    opening: 'from now on you can also log in to your account here with a provider.',
    label: 'See your log-ins',
    closing:
      'If that was not you, remove the log-in on your profile page, and choose a new password. Otherwise there is nothing to do.',
  },
} satisfies Record<AccountMail, Omit<MailContent, 'name' | 'shop' | 'action'> & { label: string }>;
