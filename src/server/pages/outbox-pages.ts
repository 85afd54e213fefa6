/** `/dev/outbox`: shows a developer the mails that were written while there is no SMTP server, on this machine alone. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { listOutbox, readFromOutbox, type SentMail } from '#mail/outbox.ts';
import { escapeHtml } from '#mail/render-mail.ts';
import { isLocalRequest } from '#server/config/loopback.ts';

/** Adds the pages; only for a shop that nobody but this machine can reach. */
export function outboxRoutes(app: FastifyInstance, folder: string): void {
  const show = (path: string, pageOf: (id: string) => Promise<Page | undefined>) =>
    app.get<{ Params: { id?: string } }>(path, { schema: { hide: true } }, async (request, reply) => {
      const page = isLocalRequest(request) ? await pageOf(request.params.id ?? '') : undefined;
      return page ? sendPage(reply, page) : reply.callNotFound();
    });
  const one = async (id: string, pageOf: (mail: SentMail) => Page) => {
    const mail = await readFromOutbox(folder, id);
    return mail && pageOf(mail);
  };
  show('/dev/outbox', async () => listPage(await listOutbox(folder)));
  show('/dev/outbox/:id', (id) => one(id, mailPage));
  show('/dev/outbox/:id/html', (id) => one(id, renderMailFrame));
}

type Page = { html: string; policy: string };

function sendPage(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(html);
}

// a mail may do nothing but be looked at, and lead away when somebody follows its link
const sandbox = 'allow-top-navigation-by-user-activation';
const framePolicy = `sandbox ${sandbox}; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'`;
const ownPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function listPage(mails: SentMail[]): Page {
  const rows = mails.map(
    ({ id, to, subject, sentAt }) =>
      `<tr><td>${escapeHtml(formatTime(sentAt))}</td><td>${escapeHtml(to)}</td>` +
      `<td><a href="/dev/outbox/${id}">${escapeHtml(subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th scope="col">Sent</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
  return ownPage('Outbox', mails.length > 0 ? table : '<p>No mail was sent yet.</p>');
}

function mailPage({ id, to, subject, text, sentAt }: SentMail): Page {
  return ownPage(
    subject,
    `<p>To ${escapeHtml(to)}, ${escapeHtml(formatTime(sentAt))}</p>
<iframe title="The mail as HTML" sandbox="${sandbox}" src="/dev/outbox/${id}/html"></iframe>
<h2>The same as text</h2><pre>${escapeHtml(text)}</pre>
<p><a href="/dev/outbox">All mails</a></p>`,
  );
}

function renderMailFrame({ html }: SentMail): Page {
  return { html: html.replace(/<html[^>]*>/, '$&<base target="_top">'), policy: framePolicy };
}

function ownPage(title: string, content: string): Page {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;
  return { html, policy: ownPolicy };
}

// the design language in small: these pages have no build
const style = `:root{color-scheme:light dark;--words:light-dark(#18161d,#f0eef3);--line:light-dark(#e4e2dd,#34323a)}
body{font:1rem/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"DejaVu Sans Condensed",sans-serif;margin:0;color:var(--words);background:light-dark(#fff,#121115)}
main{max-width:64rem;margin:auto;padding:2rem 1rem}h1{font-size:2rem;line-height:1.15;letter-spacing:-.03em;text-wrap:balance}
a{color:light-dark(#6a21c9,#b995fb);text-underline-offset:.22em}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.75rem .75rem .75rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
iframe{width:100%;height:40rem;border:1px solid var(--line);border-radius:1rem}
pre{padding:1.25rem;border-radius:1rem;background:light-dark(#f6f5f2,#1a191e);white-space:pre-wrap;overflow-wrap:anywhere}`;

function formatTime(sentAt: string): string {
  return sentAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}
