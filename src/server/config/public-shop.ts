/** Checks the settings of a public shop, and makes notices for its administrators. */
import { defaultSettings, type Settings } from '#domain/settings.ts';
import type { Config } from '#server/config/config.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

type PublicSettings = Pick<Config, 'publicUrl' | 'isLocal' | 'takesMoney' | 'allowsTestCards'>;

export function checkPublicShop({ publicUrl, isLocal, takesMoney, allowsTestCards }: PublicSettings): void {
  if (['0.0.0.0', '[::]'].includes(new URL(publicUrl).hostname)) {
    throw new StartupRefusal(
      'The shop would listen on every address of this machine, and its mails would link to none of them. Set PUBLIC_URL to the address that people type.',
    );
  }
  if (takesMoney && allowsTestCards) {
    throw new StartupRefusal('CARD_SANDBOX=on and Stripe’s live keys are both set. Keep one of them.');
  }
  if (isLocal || takesMoney || allowsTestCards) return;
  throw new StartupRefusal(
    'Others can reach this shop, and it would take test cards for payments. Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to Stripe’s live keys, without STRIPE_API_URL; or set CARD_SANDBOX=on if no money is to move.',
  );
}

export function makeNotices(
  { isLocal, takesMoney, smtpUrl }: Pick<Config, 'isLocal' | 'takesMoney' | 'smtpUrl'>,
  { email }: Pick<Settings, 'email'>,
): string[] {
  if (isLocal) return [];
  return [
    ...(takesMoney ? [] : [testCardsNotice]),
    ...(smtpUrl ? [] : [noMailNotice]),
    ...(email === defaultSettings.email ? [noContactNotice] : []),
  ];
}

const testCardsNotice =
  'This shop takes test cards: no money moves, and orders that are paid so are marked. Set Stripe’s live keys before you send anything.';

const noContactNotice = `Visitors are told to write to ${defaultSettings.email}, where nobody reads it. Set your own address in Settings.`;

const noMailNotice =
  'No mail leaves this shop, because SMTP_URL is not set: buyers get no confirmations and no links for new passwords.';
