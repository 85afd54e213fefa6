/** What both small scripts do on every page: theme and person before the first paint, the basket, and logging out. */
import * as paths from '#domain/paths.ts';
import { runBasket } from '#web/basket/run-basket.ts';
import { findValues } from '#web/catalogue/run-filters.ts';
import { rememberInput, showInput } from '#web/layout/input-kind.ts';
import { showNotices } from '#web/layout/show-notices.ts';
import { chooseTheme, showTheme, type Theme } from '#web/layout/theme.ts';
import { ignoreSkippedTransitions } from '#web/layout/view-transitions.ts';
import { loadUnpaidPurchases } from '#web/orders/load-unpaid-purchases.ts';
import { deleteDrafts, deleteSession, ordersChangeEvent, showSignedIn } from '#web/people/session.ts';

type PlaceMessage = (message: HTMLElement) => void;

function showState(): void {
  showTheme();
  showSignedIn();
  showInput();
}

function askForChanges(): void {
  void loadUnpaidPurchases();
  void showNotices();
}

/** `place`: puts a message into the page. */
export function runFrame(place: PlaceMessage): void {
  ignoreSkippedTransitions();
  showState();
  addEventListener('storage', showState); // a log in, log out or theme in another tab
  addEventListener('pageshow', showState); // or while this page was in the back/forward cache
  addEventListener('focus', showState); // or the basket, in another tab
  addEventListener(ordersChangeEvent, askForChanges);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, rememberInput, true);
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'theme') chooseTheme(target.value as Theme);
  });
  document.addEventListener('input', findValues);
  runBasket((text) => showMessage(text, place));

  // at the window: the application's own handler runs first and prevents the default
  addEventListener('click', (event) => {
    const button = (event.target as Element).closest('[data-action="log-out"]');
    if (button && !event.defaultPrevented) void logOut(place);
  });
  document.addEventListener('DOMContentLoaded', () => {
    showState();
    askForChanges();
  });
}

/** Logged out only when the shop has confirmed it: that matters on a shared machine. */
async function logOut(place: PlaceMessage): Promise<void> {
  const answer = await fetch('/api/identity/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined);
  if (!answer || answer.status >= 500)
    return showMessage('You are still logged in: the shop cannot be reached. Please try again.', place);
  deleteSession();
  deleteDrafts();
  location.assign(paths.home);
}

/** One message at a time, where `place` puts it. */
function showMessage(text: string, place: PlaceMessage): void {
  const message = document.querySelector<HTMLElement>('#bar-note') ?? document.createElement('p');
  message.id = 'bar-note';
  message.role = 'alert';
  message.className = 'wrap pb-2 text-error';
  message.textContent = text;
  place(message);
}
