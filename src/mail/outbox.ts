/** The outbox: the folder that mail goes to while there is no SMTP server, and how a developer reads it. */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Mail, type Mailbox, messageId } from '#mail/mailbox.ts';

export type SentMail = Mail & { sentAt: string };

/**
 * Writes each mail into the folder twice: as `<id>.eml` (RFC 5322) for mail programs, and as `<id>.json` for
 * `/dev/outbox`. A repeated mail replaces itself.
 */
export function outboxMailbox(folder: string, sender: string): Mailbox {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from: sender });
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ ...mail, messageId: messageId(mail) });
      await mkdir(folder, { recursive: true, mode: 0o700 }); // links for new passwords are in it
      const sent: SentMail = { ...mail, sentAt: new Date().toISOString() };
      await replace(join(folder, `${mail.id}.eml`), message as Buffer);
      await replace(join(folder, `${mail.id}.json`), JSON.stringify(sent, null, 2));
    },
    close: () => transport.close(),
  };
}

/** The mails of the folder, newest first. */
export async function listOutbox(folder: string): Promise<SentMail[]> {
  const files = await readdir(folder).catch(() => []); // nothing was ever sent
  const ids = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  const mails = await Promise.all(ids.map((id) => readFromOutbox(folder, id)));
  return mails
    .filter((mail) => mail !== undefined)
    .sort((one, other) => other.sentAt.localeCompare(one.sentAt) || other.id.localeCompare(one.id));
}

/** One mail of the folder. */
export async function readFromOutbox(folder: string, id: string): Promise<SentMail | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined; // no path out of the folder
  try {
    return JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as SentMail;
  } catch {
    return undefined; // not there, or of somebody else's making
  }
}

/** Whoever reads meanwhile sees the whole file or none. */
async function replace(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
