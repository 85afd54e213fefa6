/** The language of the shop's mails: what a mail says, laid out once as HTML and once as plain text. */
import { wording } from '#domain/wording.ts';

/** What a mail says; everything in it is plain text and is shown as such, markup included. */
export type MailContent = {
  subject: string;
  /** Who is addressed. */
  name: string;
  /** What has happened, in sentences. */
  opening: string;
  /** The facts, one a line; what stands before the first ': ' names what follows it. */
  facts?: string[];
  /** The one thing to do: its label and where it is done. */
  action?: { label: string; address: string };
  /** What else there is to say. */
  closing?: string;
};

export type RenderedMail = { subject: string; text: string; html: string };

/** Lays a mail out, so that HTML and text say the same in the same order. */
export function renderMail(content: MailContent): RenderedMail {
  return { subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

const footerText = 'Authentic computer parts at one low price, brought to town and country.';

function renderText({ name, opening, facts, action, closing }: MailContent): string {
  const paragraphs = [
    `Dear ${name},`,
    opening,
    facts?.join('\n'),
    action && `${action.label}:\n${action.address}`,
    closing,
    `-- \n${wording.shop}\n${footerText}`, // RFC 3676: what follows '-- ' is the signature
  ];
  return paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n');
}

/**
 * Tables and styles at the elements, because many mail programs read nothing else; the style sheet in the head is for those
 * that know the dark. No picture: most programs show none before they are asked to.
 */
function renderHtml({ subject, name, opening, facts, action, closing }: MailContent): string {
  const body = [
    `<h1 class="words" style="${styles.heading}">${escapeHtml(subject)}</h1>`,
    paragraph(`Dear ${escapeHtml(name)},`),
    paragraph(escapeHtml(opening)),
    facts && factTable(facts),
    action && button(action),
    closing && `<p class="muted" style="${styles.muted}">${escapeHtml(closing)}</p>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="${styles.page}">
<div style="${styles.preview}">${escapeHtml(opening)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="words" style="${styles.logo}">C<span class="violet" style="color:#6a21c9">O</span>MPACT</td></tr>
<tr><td class="card" style="${styles.card}">
${body.filter((part) => part !== undefined).join('\n')}
</td></tr>
<tr><td class="muted" style="${styles.foot}">${escapeHtml(wording.shop)}<br>${escapeHtml(footerText)}</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
}

function paragraph(inner: string): string {
  return `<p class="words" style="${styles.paragraph}">${inner}</p>`;
}

function factTable(facts: string[]): string {
  const rows = facts.map((fact) => {
    const [, label, value] = /^([^:]{1,40}): (.+)$/s.exec(fact) ?? [];
    if (!label || !value)
      return `<tr><td class="fact" colspan="2" style="${styles.fact};font-weight:bold">${escapeHtml(fact)}</td></tr>`;
    return (
      `<tr><td class="fact muted" style="${styles.fact};${styles.label}">${escapeHtml(label)}:</td>` +
      `<td class="fact" style="${styles.fact}">${escapeHtml(value)}</td></tr>`
    );
  });
  return `<table class="words" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.facts}">${rows.join('')}</table>`;
}

/** A cell with a ground, so that the whole of it looks like a button even where padding of links is ignored. */
function button({ label, address }: { label: string; address: string }): string {
  const link = `<a class="button" href="${escapeHtml(address)}" style="${styles.button}">${escapeHtml(label)}</a>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td class="button" style="${styles.buttonGround}">${link}</td></tr></table>`;
}

const face = `font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

/** The tokens of the light theme, written out: mail knows no custom properties. */
const styles = {
  page: `margin:0;padding:0;background-color:#f6f5f2;${face}`,
  preview: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
  logo: `padding:0 8px 20px;font-size:20px;font-weight:800;letter-spacing:3px;color:#18161d;${face}`,
  card: `padding:32px;background-color:#ffffff;border-radius:16px;${face}`,
  heading: 'margin:0 0 20px;font-size:24px;line-height:1.25;letter-spacing:-0.4px;color:#18161d',
  paragraph: 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#18161d',
  facts: `margin:24px 0;border-collapse:collapse;font-size:15px;line-height:1.5;color:#18161d;${face}`,
  fact: 'padding:10px 12px 10px 0;border-top:1px solid #e4e2dd;text-align:left;vertical-align:top;word-break:break-word',
  label: 'width:120px;color:#5f5a66',
  button: `display:inline-block;padding:13px 24px;font-size:16px;font-weight:bold;color:#ffffff;text-decoration:none;border-radius:10px;${face}`,
  buttonGround: 'background-color:#6a21c9;border-radius:10px',
  muted: 'margin:16px 0 0;font-size:14px;line-height:1.6;color:#5f5a66',
  foot: `padding:20px 8px 0;font-size:13px;line-height:1.6;color:#5f5a66;${face}`,
};

/** The tokens of the dark theme; Outlook.com marks what it darkens by itself with `data-ogsc`. */
const darkStyles = `@media (prefers-color-scheme:dark){
.page{background-color:#121115!important}.card{background-color:#1e1d23!important}
.words,.fact{color:#f0eef3!important}.muted{color:#aba7b3!important}.fact{border-color:#34323a!important}
.violet{color:#b995fb!important}.button{background-color:#b995fb!important;color:#1b0a33!important}}
[data-ogsc] .violet{color:#b995fb!important}`;

/** Plain text as HTML shows it, in elements and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
