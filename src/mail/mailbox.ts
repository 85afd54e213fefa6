/** Mails, and the mailbox that sends them through an SMTP server. */
import { createTransport } from 'nodemailer';

export type Mail = {
  /** Equal when a repeated job sends the mail again. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

export type Mailbox = { send(mail: Mail): Promise<void>; close(): void };

export function makeSmtpMailbox(smtpUrl: string, sender: string): Mailbox {
  // milliseconds; the job is retried later
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url: smtpUrl, ...timeouts }, { from: sender });
  return {
    async send(mail) {
      await transport.sendMail({ ...mail, messageId: formatMessageId(mail) });
    },
    close: () => transport.close(),
  };
}

export function formatMessageId(mail: Mail): string {
  return `<${mail.id}@compact.shop>`;
}
