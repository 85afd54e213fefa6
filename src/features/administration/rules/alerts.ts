/** Alerts: what the owner reads of by mail, and when such a mail is due. */
import { type AlertKind, alertKinds } from '#kernel/alert-kinds.ts';
import type { AlertMode, SettingName, Settings } from '#settings/rules/settings.ts';

const modeSettings = {
  order: 'alertOrders',
  dispute: 'alertDisputes',
  'failed-refund': 'alertRefunds',
  'out-of-stock': 'alertStock',
  'low-stock': 'alertStock',
} as const satisfies Record<AlertKind, SettingName>;

export function selectKinds(settings: Settings, mode: AlertMode): AlertKind[] {
  return alertKinds.filter((kind) => settings[modeSettings[kind]] === mode);
}

export type AlertPeriod = {
  /** Names the one mail of the period. */
  name: string;
  /** The mail lists what happened before. */
  until: Date;
};

/** Mails the owner what was gathered for a period. */
export type AlertsMailJob = { name: 'mail-alerts'; period: string; to: string; personName: string };

const slotMinutes = 10;
const slotMs = slotMinutes * 60 * 1000;
const digestHourUtc = 6;

/** At most one mail in each ten minutes of the clock: the first at once, the next with all that came since. */
export function findSlot(at: Date): AlertPeriod {
  const start = new Date(Math.floor(at.getTime() / slotMs) * slotMs);
  return { name: start.toISOString().slice(0, 16), until: at };
}

/** The last day whose mail is due. It lists what happened before 6:00 UTC of that day. */
export function findDigestDay(at: Date): AlertPeriod {
  const until = new Date(at);
  until.setUTCHours(digestHourUtc, 0, 0, 0);
  if (until > at) until.setUTCDate(until.getUTCDate() - 1);
  return { name: until.toISOString().slice(0, 10), until };
}

/** Undefined: the mail is no daily one. */
export function findDigestEnd(period: string): Date | undefined {
  return period.includes('T') ? undefined : new Date(Date.parse(period) + digestHourUtc * 60 * 60 * 1000);
}

/** `last`: what the server said, or why it could not be reached. */
export type MailFailures = { waiting: number; givenUp: number; last: string | null };

/** For administrators; none while every mail is taken. */
export function describeMailFailures({ waiting, givenUp, last }: MailFailures): string[] {
  if (waiting + givenUp === 0) return [];
  const say = (count: number, verb: [string, string]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? `mail ${verb[0]}` : `mails ${verb[1]}`}`];
  const kinds = [
    ...say(waiting, ['could not be sent and is tried again', 'could not be sent and are tried again']),
    ...say(givenUp, ['was given up', 'were given up']),
  ];
  return [
    `${kinds.join(', ')}: “${last?.replace(/^Error: /, '') ?? 'no answer'}”. SMTP_URL and MAIL_FROM say where mails go and whom they are from.`,
  ];
}
