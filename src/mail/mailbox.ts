/** What a mail is, and the mailbox that sends it through an SMTP server. */
import { createTransport } from 'nodemailer';

export type Mail = {
  /** Unique for what the mail is about, so that a repeated job is recognised. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

export type Mailbox = { send(mail: Mail): Promise<void>; close(): void };

/** Sends through an SMTP server (`smtp://user:password@host:port`); throws when it does not take the mail. */
export function smtpMailbox(smtpUrl: string, sender: string): Mailbox {
  // a server that does not answer fails the job soon, which is tried again later
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url: smtpUrl, ...patience }, { from: sender });
  return {
    async send(mail) {
      await transport.sendMail({ ...mail, messageId: messageId(mail) });
    },
    close: () => transport.close(),
  };
}

/** What the mail is called everywhere, also when it is sent again. */
export function messageId(mail: Mail): string {
  return `<${mail.id}@compact.shop>`;
}
