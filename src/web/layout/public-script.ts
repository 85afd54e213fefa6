/** The public script, in the head of every page: theme and person before the first paint, and public pages. */
import * as paths from '#domain/paths.ts';
import { findValues, runFilters } from '#web/catalogue/run-filters.ts';
import { runSuggestions } from '#web/catalogue/run-suggestions.ts';
import { runBanner } from '#web/home/run-banner.ts';
import { runCounters } from '#web/home/run-counters.ts';
import { rememberInput, showInput } from '#web/layout/input-kind.ts';
import { chooseTheme, showTheme, type Theme } from '#web/layout/theme.ts';
import { ignoreSkippedTransitions } from '#web/layout/view-transitions.ts';
import { loadUnpaidOrders } from '#web/orders/load-unpaid-orders.ts';
import { deleteDrafts, deleteSession, ordersChangeEvent, showSignedIn } from '#web/people/session.ts';

const isPublic = document.querySelector('script[data-public]') !== null;

function showState(): void {
  showTheme();
  showSignedIn();
  showInput();
}

ignoreSkippedTransitions();
showState();
addEventListener('storage', showState); // a log in, log out or theme in another tab
addEventListener('pageshow', showState); // or while this page was in the back/forward cache
addEventListener(ordersChangeEvent, loadUnpaidOrders);
for (const type of ['pointerdown', 'keydown']) addEventListener(type, rememberInput, true);
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === 'theme') chooseTheme(target.value as Theme);
});

document.addEventListener('input', findValues);

// at the window: the application's own handler runs first and prevents the default
addEventListener('click', (event) => {
  const button = (event.target as Element).closest('[data-action="log-out"]');
  if (button && !event.defaultPrevented) void logOut(button);
});

document.addEventListener('DOMContentLoaded', () => {
  showState();
  void loadUnpaidOrders();
  if (!isPublic) return;
  for (const banner of document.querySelectorAll<HTMLElement>('[data-banner]')) runBanner(banner);
  for (const list of document.querySelectorAll<HTMLElement>('[data-counters]')) runCounters(list);
  runFilters();
  for (const form of document.querySelectorAll<HTMLElement>('[data-search]'))
    runSuggestions(form, (address) => location.assign(address));
});

/** Logged out only when the shop has confirmed it: that matters on a shared machine. */
async function logOut(button: Element): Promise<void> {
  const answer = await fetch('/api/identity/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined);
  if (!answer || answer.status >= 500)
    return showMessage(button, 'You are still logged in: the shop cannot be reached. Please try again.');
  deleteSession();
  deleteDrafts();
  location.assign(paths.home);
}

/** One message under the bar; on pages that hydrate it is first in the body, where React leaves it alone. */
function showMessage(button: Element, text: string): void {
  const message = document.querySelector('#bar-note') ?? document.createElement('p');
  message.id = 'bar-note';
  message.role = 'alert';
  message.className = 'wrap pb-2 text-error';
  message.textContent = text;
  if (isPublic) button.closest('header')?.append(message);
  else document.body.prepend(message);
}
