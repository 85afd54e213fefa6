/** The language of the shop's mails: what a mail says, laid out once as HTML and once as plain text. */
import { wording } from '#domain/wording.ts';

/** What a mail says; everything in it is plain text and is shown as such, markup included. */
export type MailContent = {
  subject: string;
  /** Who is addressed. */
  name: string;
  /** What has happened, in sentences. */
  opening: string;
  /** The facts, one a line. */
  facts?: string[];
  /** The one thing to do: its label and where it is done. */
  action?: { label: string; address: string };
  /** What else there is to say. */
  closing?: string;
};

export type LaidOutMail = { subject: string; text: string; html: string };

/** Lays a mail out, so that HTML and text say the same in the same order. */
export function layOut(content: MailContent): LaidOutMail {
  return { subject: content.subject, text: textOf(content), html: htmlOf(content) };
}

function textOf({ name, opening, facts, action, closing }: MailContent): string {
  const paragraphs = [
    `Dear ${name},`,
    opening,
    facts?.join('\n'),
    action && `${action.label}: ${action.address}`,
    closing,
    wording.shop,
  ];
  return paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n');
}

function htmlOf({ name, opening, facts, action, closing }: MailContent): string {
  const paragraphs = [
    `Dear ${escapeHtml(name)},`,
    escapeHtml(opening),
    facts?.map(escapeHtml).join('<br>'),
    action && `<a href="${escapeHtml(action.address)}" style="${linkStyle}">${escapeHtml(action.label)}</a>`,
    closing && escapeHtml(closing),
    escapeHtml(wording.shop),
  ];
  const body = paragraphs.filter((paragraph) => paragraph !== undefined).map((inner) => `<p>${inner}</p>`);
  return `<!doctype html><html lang="en"><body style="${bodyStyle}">\n${body.join('\n')}\n</body></html>`;
}

// mail programs read no style sheets
const bodyStyle = 'max-width:36rem;margin:1.5rem;font-family:sans-serif;line-height:1.5;color:#1c1c28';
const linkStyle = 'color:#5b21b6;font-weight:bold';

/** Plain text as HTML shows it, in elements and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
