/** Opens the mailbox of the settings: the mail server, or the outbox. */
import { join } from 'node:path';
import type { Config } from '#app/config.ts';
import { type Mailbox, makeOutboxMailbox, makeSmtpMailbox } from '#platform/mail/mailbox.ts';

export function openMailbox(config: Config): Mailbox {
  return config.smtpUrl
    ? makeSmtpMailbox(config.smtpUrl, config.sender)
    : makeOutboxMailbox(findOutbox(config), config.sender);
}

export function findOutbox({ dataDir }: Config): string {
  return join(dataDir, 'outbox');
}
