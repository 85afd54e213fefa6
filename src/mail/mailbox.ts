/** Where mail goes: an SMTP server when one is set, else the outbox, a folder of messages that a developer can read. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Writes each mail as `<id>.eml` (RFC 5322) into the folder; a repeated mail replaces itself. */
export function outboxMailbox(folder: string, sender: string): Mailbox {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from: sender });
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ ...mail, messageId: messageId(mail) });
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${mail.id}.eml`);
      await writeFile(`${file}.part`, message as Buffer);
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

function messageId(mail: Mail): string {
  return `<${mail.id}@compact.shop>`;
}
