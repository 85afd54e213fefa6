/** The challenge as a page: plain HTML without script, with a content policy that lets nothing else in. */

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CHALLENGE_PATH } from './authentications.ts';
import { answerChallenge, type Challenge, challengeOf, returnAddress } from './challenge.ts';
import { NO_REQUEST, type Settings } from './endpoint.ts';
import { parseForm } from './form.ts';
import { getPaymentMethod } from './payment-methods.ts';
import type { Ledger } from './store.ts';

type ForId = { Params: { id: string } };

/** GET shows the challenge, POST answers it; both send the buyer on when there is nothing left to answer. */
export function challengeRoutes(server: FastifyInstance, ledger: Ledger, settings: Settings): void {
  server.get<ForId>(CHALLENGE_PATH, { exposeHeadRoute: false }, (request, reply) =>
    sendOn(reply, ledger, challengeOf(ledger, request.params.id)),
  );
  server.post<ForId>(CHALLENGE_PATH, (request, reply) => {
    const { outcome } = parseForm(String(request.body ?? ''));
    const isAnswer = outcome === 'complete' || outcome === 'fail';
    const challenge = isAnswer
      ? ledger.transaction(() =>
          answerChallenge(
            { ledger, now: new Date(), request: NO_REQUEST, settings },
            request.params.id,
            outcome === 'complete',
          ),
        )
      : challengeOf(ledger, request.params.id);
    return sendOn(reply, ledger, challenge);
  });
}

function sendOn(reply: FastifyReply, ledger: Ledger, challenge: Challenge | undefined): FastifyReply {
  if (!challenge) return sendPage(reply.code(404), UNKNOWN);
  const address = returnAddress(challenge);
  if (!challenge.isOpen && address) return reply.redirect(address, 303);
  // A browser holds the redirect that follows a form against this list as well.
  const targets = address ? `'self' ${new URL(address).origin}` : "'self'";
  return sendPage(reply, challenge.isOpen ? openPage(ledger, challenge) : closedPage(challenge), targets);
}

function sendPage(reply: FastifyReply, html: string, targets = "'none'"): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(html);
}

function openPage(ledger: Ledger, { authentication, intent }: Challenge): string {
  const card = getPaymentMethod(ledger, authentication.payment_method);
  const sum = (intent.amount / 100).toLocaleString('en-US', { style: 'currency', currency: intent.currency });
  return page(
    'Authenticate your payment',
    `<p>Your bank would ask you here to prove that it is you who pays <strong>${escaped(sum)}</strong>
with the card that ends in <strong>${escaped(card.last4)}</strong>. This is the test mode: choose what happens. No money moves.</p>
${intent.description ? `<p>${escaped(intent.description)}</p>` : ''}
<form method="post">
<button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail" class="second">Fail authentication</button>
</form>`,
  );
}

function closedPage({ intent }: Challenge): string {
  const [title, sentence] =
    intent.status === 'succeeded'
      ? ['Payment authenticated', 'The payment has been made.']
      : ['Payment not authenticated', 'The card was not charged.'];
  return page(title, `<p>${sentence} You can close this page and go back to the shop.</p>`);
}

function page(title: string, content: string): string {
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
<p class="kind">3-D Secure · card sandbox</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
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
button.second { background: transparent; border-color: light-dark(#8793a3, #67748a); color: inherit }
button:focus-visible { outline: 3px solid light-dark(#1b2430, #e6eaf0); outline-offset: 2px }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const UNKNOWN = page(
  'Nothing to authenticate',
  '<p>There is no such authentication. Go back to the shop.</p>',
);
