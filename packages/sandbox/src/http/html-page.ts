/** The sandbox's pages: plain HTML without script, with a strict content security policy. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Sends a page that cannot be framed; `targets` are the allowed targets of its forms. */
export function sendPage(reply: FastifyReply, html: string, targets?: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').headers(makePageHeaders(targets)).send(html);
}

export function makePageHeaders(targets = "'none'"): Record<string, string> {
  return {
    'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/** The HTML of a page; `kind` is shown above the title, `content` is HTML. */
export function makePage(kind: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="kind">${kind}</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

/** Text escaped for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const STYLE = `
:root { font-family: system-ui, sans-serif; line-height: 1.5; background: light-dark(#eef1f5, #14181f); color: light-dark(#1b2430, #e6eaf0) }
body { box-sizing: border-box; margin: 0; padding: 1rem; min-height: 100vh; display: grid; place-items: center }
main { box-sizing: border-box; width: min(28rem, 100vw - 2rem); padding: 2rem; background: light-dark(#fff, #1e242e); border-radius: 0.75rem; border: 1px solid light-dark(#d5dbe3, #343d4a); overflow-wrap: anywhere }
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.25 }
.kind { margin: 0 0 0.5rem; font-size: 0.85rem; color: light-dark(#566273, #a3aebd) }
form { display: grid; gap: 0.75rem; margin-top: 1.5rem }
button { font: inherit; font-weight: 600; padding: 0.7rem 1rem; border-radius: 0.5rem; border: 1px solid #1d5fbf; background: #1d5fbf; color: #fff; cursor: pointer }
button.choice { display: grid; text-align: start; background: transparent; border-color: light-dark(#8793a3, #67748a); color: inherit; font-weight: normal }
button.choice span { color: light-dark(#566273, #a3aebd) }
button.choice:hover { border-color: light-dark(#1d5fbf, #8ab4f8) }
ul { padding-inline-start: 1.25rem }
button.second { background: transparent; border-color: light-dark(#8793a3, #67748a); color: inherit }
@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }
button:focus-visible { outline: 3px solid light-dark(#1b2430, #e6eaf0); outline-offset: 2px }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
