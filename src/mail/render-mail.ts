/** Renders mails as HTML and as plain text. */
import { wording } from '#domain/wording.ts';

/** Without a label the value stands for itself. */
export type Fact = { label?: string; value: string };

/** Plain text only; markup is escaped. */
export type MailContent = {
  shopName: string;
  subject: string;
  name: string;
  opening: string;
  /** One a line. */
  facts?: Fact[];
  action?: { label: string; address: string };
  closing?: string;
};

export type RenderedMail = { subject: string; text: string; html: string };

export function renderMail(content: MailContent): RenderedMail {
  return { subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

const footerText = 'Authentic computer parts at one low price, brought to town and country.';

function renderText({ shopName, name, opening, facts, action, closing }: MailContent): string {
  const paragraphs = [
    `Dear ${name},`,
    opening,
    facts?.map(formatFact).join('\n'),
    action && `${action.label}:\n${action.address}`,
    closing,
    `-- \n${shopName}\n${footerText}`, // RFC 3676: what follows '-- ' is the signature
  ];
  return paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n');
}

/** Tables and inline styles, because many mail programs support nothing else. Most block images. */
function renderHtml({ shopName, subject, name, opening, facts, action, closing }: MailContent): string {
  const body = [
    `<h1 class="words" style="${styles.heading}">${escapeHtml(subject)}</h1>`,
    renderParagraph(`Dear ${escapeHtml(name)},`),
    renderParagraph(escapeHtml(opening)),
    facts && renderFactTable(facts),
    action && renderButton(action),
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
<tr><td class="words" style="${styles.logo}">${renderLogo(shopName)}</td></tr>
<tr><td class="card" style="${styles.card}">
${body.filter((section) => section !== undefined).join('\n')}
</td></tr>
<tr><td class="muted" style="${styles.footer}">${escapeHtml(shopName)}<br>${escapeHtml(footerText)}</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
}

/** As the shop's wordmark. */
function renderLogo(shopName: string): string {
  if (shopName !== wording.shop) return escapeHtml(shopName);
  return 'C<span class="violet" style="color:#6a21c9">O</span>MPACT';
}

function renderParagraph(inner: string): string {
  return `<p class="words" style="${styles.paragraph}">${inner}</p>`;
}

function formatFact({ label, value }: Fact): string {
  return label ? `${label}: ${value}` : value;
}

function renderFactTable(facts: Fact[]): string {
  const rows = facts.map(({ label, value }) => {
    if (!label)
      return `<tr><td class="fact" colspan="2" style="${styles.fact};font-weight:bold">${escapeHtml(value)}</td></tr>`;
    return (
      `<tr><td class="fact muted" style="${styles.fact};${styles.label}">${escapeHtml(label)}:</td>` +
      `<td class="fact" style="${styles.fact}">${escapeHtml(value)}</td></tr>`
    );
  });
  return `<table class="words" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.facts}">${rows.join('')}</table>`;
}

/** A cell with a background, for programs that ignore the padding of links. */
function renderButton({ label, address }: { label: string; address: string }): string {
  const link = `<a class="button" href="${escapeHtml(address)}" style="${styles.button}">${escapeHtml(label)}</a>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td class="button" style="${styles.buttonBackground}">${link}</td></tr></table>`;
}

const fontFamily = `font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

/** The tokens of the light theme; mail programs lack custom properties. */
const styles = {
  page: `margin:0;padding:0;background-color:#f6f5f2;${fontFamily}`,
  preview: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
  logo: `padding:0 8px 20px;font-size:20px;font-weight:800;letter-spacing:3px;color:#18161d;${fontFamily}`,
  card: `padding:32px;background-color:#ffffff;border-radius:16px;${fontFamily}`,
  heading: 'margin:0 0 20px;font-size:24px;line-height:1.25;letter-spacing:-0.4px;color:#18161d',
  paragraph: 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#18161d',
  facts: `margin:24px 0;border-collapse:collapse;font-size:15px;line-height:1.5;color:#18161d;${fontFamily}`,
  fact: 'padding:10px 12px 10px 0;border-top:1px solid #e4e2dd;text-align:left;vertical-align:top;word-break:break-word',
  label: 'width:120px;color:#5f5a66',
  button: `display:inline-block;padding:13px 24px;font-size:16px;font-weight:bold;color:#ffffff;text-decoration:none;border-radius:10px;${fontFamily}`,
  buttonBackground: 'background-color:#6a21c9;border-radius:10px',
  muted: 'margin:16px 0 0;font-size:14px;line-height:1.6;color:#5f5a66',
  footer: `padding:20px 8px 0;font-size:13px;line-height:1.6;color:#5f5a66;${fontFamily}`,
};

const darkStyles = `@media (prefers-color-scheme:dark){
.page{background-color:#121115!important}.card{background-color:#1e1d23!important}
.words,.fact{color:#f0eef3!important}.muted{color:#aba7b3!important}.fact{border-color:#34323a!important}
.violet{color:#b995fb!important}.button{background-color:#b995fb!important;color:#1b0a33!important}}
[data-ogsc] .violet{color:#b995fb!important}`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
