/** `/dev/outbox`: shows developers the mails of a shop without an SMTP server. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { formatTimeIn } from '#kernel/times.ts';
import { isLocalRequest } from '#platform/http/loopback.ts';
import { listOutbox, readFromOutbox, type SentMail } from '#platform/mail/mailbox.ts';
import { escapeHtml } from '#platform/mail/render-mail.ts';

export function outboxRoutes(app: FastifyInstance, folder: string): void {
  const addPage = (path: string, render: (id: string) => Promise<Page | undefined>) =>
    app.get<{ Params: { id?: string } }>(path, { schema: { hide: true } }, async (request, reply) => {
      const page = isLocalRequest(request) ? await render(request.params.id ?? '') : undefined;
      return page ? sendPage(reply, page) : reply.callNotFound();
    });
  const renderMail = async (id: string, render: (mail: SentMail) => Page) => {
    const mail = await readFromOutbox(folder, id);
    return mail && render(mail);
  };
  addPage('/dev/outbox', async () => renderList(await listOutbox(folder)));
  addPage('/dev/outbox/:id', (id) => renderMail(id, renderMailPage));
  addPage('/dev/outbox/:id/html', (id) => renderMail(id, renderMailFrame));
}

type Page = { html: string; policy: string };

function sendPage(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(html);
}

// a mail runs nothing; its links open in the whole window
const sandbox = 'allow-top-navigation-by-user-activation';
const framePolicy = `sandbox ${sandbox}; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'`;
const pagePolicy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function renderList(mails: SentMail[]): Page {
  const rows = mails.map(
    ({ id, to, subject, sentAt }) =>
      `<tr><td>${escapeHtml(formatTimeIn('UTC', sentAt))}</td><td>${escapeHtml(to)}</td>` +
      `<td><a href="/dev/outbox/${id}">${escapeHtml(subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th scope="col">Sent</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
  return renderPage('Outbox', mails.length > 0 ? table : '<p>No mail was sent yet.</p>');
}

function renderMailPage({ id, to, subject, text, sentAt }: SentMail): Page {
  return renderPage(
    subject,
    `<p>To ${escapeHtml(to)}, ${escapeHtml(formatTimeIn('UTC', sentAt))}</p>
<iframe title="The mail as HTML" sandbox="${sandbox}" src="/dev/outbox/${id}/html"></iframe>
<h2>The same as text</h2><pre>${escapeHtml(text)}</pre>
<p><a href="/dev/outbox">All mails</a></p>`,
  );
}

function renderMailFrame({ html }: SentMail): Page {
  return { html: html.replace(/<html[^>]*>/, '$&<base target="_top">'), policy: framePolicy };
}

function renderPage(title: string, content: string): Page {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;
  return { html, policy: pagePolicy };
}

// these pages are not part of the build
const style = `:root{color-scheme:light dark;--words:light-dark(#18161d,#f0eef3);--line:light-dark(#e4e2dd,#34323a)}
body{font:1rem/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"DejaVu Sans Condensed",sans-serif;margin:0;color:var(--words);background:light-dark(#fff,#121115)}
main{max-width:64rem;margin:auto;padding:2rem 1rem}h1{font-size:2rem;line-height:1.15;letter-spacing:-.03em;text-wrap:balance}
a{color:light-dark(#6a21c9,#b995fb);text-underline-offset:.22em}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.75rem .75rem .75rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
iframe{width:100%;height:40rem;border:1px solid var(--line);border-radius:1rem}
pre{padding:1.25rem;border-radius:1rem;background:light-dark(#f6f5f2,#1a191e);white-space:pre-wrap;overflow-wrap:anywhere}`;
