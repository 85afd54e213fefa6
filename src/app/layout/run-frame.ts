/** What both small scripts do on every page: theme and person before the first paint, page forms, and logging out. */
import type { readNoticesEndpoint } from '#app/contract/overview.ts';
import { findValues } from '#catalogue/components/run-filters.ts';
import { chooseListView, showListView } from '#catalogue/components/run-list-view.ts';
import * as paths from '#kernel/paths.ts';
import type { listUnpaidPurchasesEndpoint } from '#orders/contract/orders.ts';
import { chooseTheme, showTheme, type Theme } from '#ui/layout/theme.ts';
import { showBuild } from '#ui/session/bar-counts.ts';
import { runPageForms } from '#ui/session/run-page-forms.ts';
import {
  askForPerson,
  endSession,
  frameRefreshEvent,
  readNotices,
  readPerson,
  showSignedIn,
  storeNotices,
  storeUnpaid,
} from '#ui/session/session.ts';

type PlaceMessage = (message: HTMLElement) => void;

function showState(): void {
  showTheme();
  showSignedIn();
  showInput();
  showListView();
  showBuild();
}

function askForChanges(): void {
  void loadUnpaidPurchases();
  void loadNotices();
}

/** `place`: puts a message into the page. */
export function runFrame(place: PlaceMessage): void {
  ignoreSkippedTransitions();
  showState();
  addEventListener('storage', showState); // a log in, log out or theme in another tab
  addEventListener('pageshow', showState); // or while this page was in the back/forward cache
  addEventListener('focus', showState); // or the basket, in another tab
  addEventListener(frameRefreshEvent, askForChanges);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, rememberInput, true);
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'theme') chooseTheme(target.value as Theme);
  });
  document.addEventListener('input', findValues);
  addEventListener('click', chooseListView, true); // before the application follows the link
  runPageForms((text) => showMessage(text, place));

  addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-action="log-out"]')) void logOut(place);
  });
  document.addEventListener('DOMContentLoaded', () => {
    showState();
    askForChanges();
  });
}

/** Logged out only when the shop has confirmed it: that matters on a shared machine. */
async function logOut(place: PlaceMessage): Promise<void> {
  if (await endSession()) location.assign(paths.home);
  else showMessage('You are still logged in: the shop cannot be reached. Please try again.', place);
}

/** The unpaid purchases that the navigation bar counts. Without an answer it shows what was known last. */
async function loadUnpaidPurchases(): Promise<void> {
  const purchases = await askForPerson<typeof listUnpaidPurchasesEndpoint>('/api/unpaid_purchases');
  if (purchases) storeUnpaid(purchases.map(({ expiresAt }) => expiresAt));
}

/** What the shop tells administrators: at first the last answer, because a page would move if it came with the next. */
async function loadNotices(): Promise<void> {
  if (!readPerson()?.isAdmin) return showNotices([]);
  showNotices(readNotices());
  const sentences = await askForPerson<typeof readNoticesEndpoint>('/api/notices');
  if (!sentences) return;
  storeNotices(sentences);
  showNotices(sentences);
}

function showNotices(sentences: readonly string[]): void {
  const notices = sentences.map((sentence) => {
    const notice = document.createElement('p');
    notice.className = 'notice notice-warning';
    notice.textContent = sentence;
    return notice;
  });
  document.querySelector('[data-notices]')?.replaceChildren(...notices);
}

/** One message at a time, where `place` puts it. */
export function showMessage(text: string, place: PlaceMessage): void {
  const message = document.querySelector<HTMLElement>('#bar-note') ?? document.createElement('p');
  message.id = 'bar-note';
  message.role = 'alert';
  message.className = 'wrap pb-2 text-error';
  message.textContent = text;
  place(message);
}

const keyboardKey = 'compact.keyboard'; // of this tab, for the next document

/** Whether a person uses the keyboard: `html[data-keyboard]` shows where the program has moved the focus. */
function rememberInput({ type }: Event): void {
  const isKeyboard = type === 'keydown';
  if (isKeyboard === document.documentElement.hasAttribute('data-keyboard')) return;
  try {
    sessionStorage.setItem(keyboardKey, isKeyboard ? 'yes' : '');
  } catch {} // storage is disabled
  document.documentElement.toggleAttribute('data-keyboard', isKeyboard);
}

/** Until a pointer is used in this tab, it may be a keyboard. */
function showInput(): void {
  try {
    document.documentElement.toggleAttribute('data-keyboard', sessionStorage.getItem(keyboardKey) !== '');
  } catch {} // storage is disabled
}

/** View transitions that a browser skips are no errors: the page changes all the same. */
function ignoreSkippedTransitions(): void {
  addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
  });
  // pages of the sandbox have no script that could handle the error
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    if (/\/(card-sandbox|demo-identity)\//.test(activation?.entry.url ?? ''))
      viewTransition?.skipTransition();
  });
}
