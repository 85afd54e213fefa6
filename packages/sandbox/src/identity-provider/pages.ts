/** The pages of the identity provider: who logs in, what the shop learns, and what went wrong. */

import { escapeHtml, makePage } from '../http/html-page.ts';
import { DEMO_PEOPLE, type DemoPerson } from './people.ts';

const kind = 'Demo ID · log-in of the sandbox';

export function renderPeople(): string {
  const buttons = DEMO_PEOPLE.map(
    ({ id, name, email }) =>
      `<button name="person" value="${id}" class="choice"><strong>${escapeHtml(name)}</strong> <span>${escapeHtml(email)}</span></button>`,
  );
  return makePage(
    kind,
    'Who are you?',
    `<p>A provider such as Google would ask you here for your password. This is a demo: choose one of three people.</p>
<form method="post">
${buttons.join('\n')}
<button name="cancel" value="yes" class="second">Cancel</button>
</form>`,
  );
}

export function renderConsent({ name, email }: DemoPerson, shopName: string): string {
  return makePage(
    kind,
    `Log in to ${escapeHtml(shopName)}?`,
    `<p>The shop learns of you:</p>
<ul><li>your name, <strong>${escapeHtml(name)}</strong></li><li>your e-mail address, <strong>${escapeHtml(email)}</strong></li></ul>
<form method="post">
<button name="consent" value="yes">Allow</button>
<button name="cancel" value="yes" class="second">Do not allow</button>
</form>`,
  );
}

export function describeExpiry(): string {
  return makePage(
    kind,
    'This log-in is over',
    '<p>It was finished, or it took too long. Go back to the shop and start again.</p>',
  );
}
