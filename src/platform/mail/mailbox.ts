/** Mails, and the mailboxes that take them: an SMTP server, or the outbox, a folder for when there is none. */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export type Mail = {
  /** The shop: whose name programs show, and where answers go. */
  shop: { name: string; email: string };
  /** Equal when a repeated job sends the mail again. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
};

/** Whom mails are from, and the host that their ids belong to. */
export type Sender = {
  address: string /** Undefined: the name of the shop. */;
  name?: string | undefined;
  host: string;
};

export type Mailbox = { send(mail: Mail): Promise<void>; close(): void };

export function makeSmtpMailbox(smtpUrl: string, sender: Sender): Mailbox {
  // milliseconds; the job is retried later, and a server that took the mail, but says so later, gets it again (RFC 5321, 4.5.3.2.6)
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 50_000 };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  return {
    async send(mail) {
      await transport.sendMail(makeMessage(mail, sender));
    },
    close: () => transport.close(),
  };
}

export function makeMessage({ shop, id, ...content }: Mail, { address, name = shop.name, host }: Sender) {
  return { ...content, from: { name, address }, replyTo: shop.email, messageId: `<${id}@${host}>` };
}

export type SentMail = Omit<Mail, 'attachments'> & { attachments?: string[]; sentAt: string };

/** Writes each mail as `<id>.eml` (RFC 5322) for mail programs, and as `<id>.json` for `/dev/outbox`. */
export function makeOutboxMailbox(folder: string, sender: Sender): Mailbox {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(makeMessage(mail, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 }); // mails contain password links
      const attachments = mail.attachments?.map(({ filename }) => filename) ?? [];
      const sent: SentMail = { ...mail, attachments, sentAt: new Date().toISOString() };
      await replaceFile(join(folder, `${mail.id}.eml`), message as Buffer);
      await replaceFile(join(folder, `${mail.id}.json`), JSON.stringify(sent, null, 2));
    },
    close: () => transport.close(),
  };
}

export async function listOutbox(folder: string): Promise<SentMail[]> {
  const files = await readdir(folder).catch(() => []); // no mail yet
  const ids = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  const mails = await Promise.all(ids.map((id) => readFromOutbox(folder, id)));
  return mails
    .filter((mail) => mail !== undefined)
    .sort((one, other) => other.sentAt.localeCompare(one.sentAt) || other.id.localeCompare(one.id));
}

export async function readFromOutbox(folder: string, id: string): Promise<SentMail | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined; // prevents path traversal
  try {
    return JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as SentMail;
  } catch {
    return undefined; // missing or malformed
  }
}

async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
