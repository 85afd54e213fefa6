/** Renders mails as HTML and as plain text. */
import { wording } from '#kernel/wording.ts';

/** Without a label the value stands for itself. An address makes a link of the label, or of a value without one. */
export type Fact = { label?: string; value: string; address?: string };

export type MailLink = { label: string; address: string };

export type MailSection = { heading: string; facts: Fact[]; link: MailLink };

export type MailShop = { name: string; tagline: string };

/** Plain text only; markup is escaped. */
export type MailContent = {
  /** With the line below its name, or an empty one. */
  shop: MailShop;
  subject: string;
  name: string;
  opening: string;
  /** One a line. */
  facts?: Fact[];
  sections?: MailSection[];
  action?: MailLink;
  closing?: string;
};

export type RenderedMail = { subject: string; text: string; html: string };

export function renderMail(content: MailContent): RenderedMail {
  return { subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

function renderText({ shop, name, opening, facts, sections = [], action, closing }: MailContent): string {
  const paragraphs = [
    `Dear ${name},`,
    opening,
    facts?.map(formatFact).join('\n'),
    ...sections.map(formatSection),
    action && `${action.label}:\n${action.address}`,
    closing,
    ['-- ', shop.name, shop.tagline].filter((line) => line !== '').join('\n'), // RFC 3676: what follows '-- ' is the signature
  ];
  return paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n');
}

/** Tables and inline styles, because many mail programs support nothing else. Most block images. */
function renderHtml(content: MailContent): string {
  const { shop, subject, name, opening, facts, sections = [], action, closing } = content;
  const body = [
    `<h1 class="words" style="${styles.heading}">${escapeHtml(subject)}</h1>`,
    renderParagraph(`Dear ${escapeHtml(name)},`),
    renderParagraph(escapeHtml(opening)),
    facts && renderFactTable(facts),
    ...sections.map(renderSection),
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
<tr><td class="words" style="${styles.logo}">${renderLogo(shop.name)}</td></tr>
<tr><td class="card" style="${styles.card}">
${body.filter((section) => section !== undefined).join('\n')}
</td></tr>
<tr><td class="muted" style="${styles.footer}">${escapeHtml(shop.name)}<br>${escapeHtml(shop.tagline)}</td></tr>
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

function formatFact({ label, value, address }: Fact): string {
  return (label ? `${label}:${indentLines(value)}` : value) + (address ? `\n  ${address}` : '');
}

/** Several lines stand below their label. */
function indentLines(text: string): string {
  return text.includes('\n') ? `\n  ${text.replaceAll('\n', '\n  ')}` : ` ${text}`;
}

function formatSection({ heading, facts, link }: MailSection): string {
  return [heading.toUpperCase(), ...facts.map(formatFact), `${link.label}:\n  ${link.address}`].join('\n');
}

function renderSection({ heading, facts, link }: MailSection): string {
  return [
    `<h2 class="words" style="${styles.sectionHeading}">${escapeHtml(heading)}</h2>`,
    renderFactTable(facts),
    `<p style="${styles.sectionLink}">${renderLink(link)}</p>`,
  ].join('\n');
}

function renderLink({ label, address }: MailLink): string {
  return `<a class="link" href="${escapeHtml(address)}" style="${styles.link}">${escapeHtml(label)}</a>`;
}

function renderFactTable(facts: Fact[]): string {
  const rows = facts.map(({ label, value, address }) => {
    const renderLinked = (text: string) =>
      address ? renderLink({ label: text, address }) : escapeHtml(text);
    if (!label)
      return `<tr><td class="fact" colspan="2" style="${styles.fact};font-weight:bold">${renderLinked(value)}</td></tr>`;
    return (
      `<tr><td class="fact muted" style="${styles.fact};${styles.label}">${renderLinked(label)}:</td>` +
      `<td class="fact" style="${styles.fact}">${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>`
    );
  });
  return `<table class="words" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.facts}">${rows.join('')}</table>`;
}

/** A cell with a background, for programs that ignore the padding of links. */
function renderButton({ label, address }: MailLink): string {
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
  sectionHeading: 'margin:28px 0 -8px;font-size:18px;line-height:1.3;color:#18161d',
  sectionLink: 'margin:-8px 0 16px;font-size:15px;line-height:1.6',
  link: 'color:#6a21c9',
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
.violet,.link{color:#b995fb!important}.button{background-color:#b995fb!important;color:#1b0a33!important}}
[data-ogsc] .violet,[data-ogsc] .link{color:#b995fb!important}`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
