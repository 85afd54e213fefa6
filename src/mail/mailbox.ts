/** Mails, and the mailbox that sends them through an SMTP server. */
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

export type Mailbox = { send(mail: Mail): Promise<void>; close(): void };

export function makeSmtpMailbox(smtpUrl: string, senderAddress: string): Mailbox {
  // milliseconds; the job is retried later
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  return {
    async send(mail) {
      await transport.sendMail(makeMessage(mail, senderAddress));
    },
    close: () => transport.close(),
  };
}

export function makeMessage({ shop, id, ...content }: Mail, senderAddress: string) {
  return {
    ...content,
    from: { name: shop.name, address: senderAddress },
    replyTo: shop.email,
    messageId: `<${id}@compact.shop>`,
  };
}
