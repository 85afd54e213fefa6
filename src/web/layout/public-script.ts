/**
 * The one small script. It stands in the head of every page and runs before anything is painted, so that the theme and the
 * navigation bar are right from the first moment. Until React comes it also logs out; where none comes it moves the banner, counts
 * up and suggests.
 */
import { paths } from '#domain/paths.ts';
import { runFilters } from '#web/catalogue/run-filters.ts';
import { runSuggestions } from '#web/catalogue/run-suggestions.ts';
import { runBanner } from '#web/home/run-banner.ts';
import { runCounters } from '#web/home/run-counters.ts';
import { chooseTheme, showTheme, type Theme } from '#web/layout/theme.ts';
import { deleteDrafts, deleteSession, showSignedIn } from '#web/people/session.ts';

const isPublic = document.querySelector('script[data-public]') !== null;

function show(): void {
  showTheme();
  showSignedIn();
}

show();
addEventListener('storage', show); // signed in or out, or another theme, in another tab
addEventListener('pageshow', show); // or before somebody came back to this one
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === 'theme') chooseTheme(target.value as Theme);
});

// at the window, so that the application comes first; here is done what it has left, and all before it has come
addEventListener('click', (event) => {
  const button = (event.target as Element).closest('[data-action="log-out"]');
  if (button && !event.defaultPrevented) void logOut(button);
});

document.addEventListener('DOMContentLoaded', () => {
  show();
  if (!isPublic) return;
  for (const banner of document.querySelectorAll<HTMLElement>('[data-banner]')) runBanner(banner);
  for (const list of document.querySelectorAll<HTMLElement>('[data-counters]')) runCounters(list);
  runFilters();
  for (const form of document.querySelectorAll<HTMLElement>('[data-search]'))
    runSuggestions(form, (address) => location.assign(address));
});

/** The session is over only when the shop has said so: somebody at a shared machine has to know. */
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

/** Under the bar, once; where React is still to come at the top, where it leaves alone what it does not know. */
function showMessage(button: Element, text: string): void {
  const note = document.querySelector('#bar-note') ?? document.createElement('p');
  note.id = 'bar-note';
  note.role = 'alert';
  note.className = 'wrap pb-2 text-error';
  note.textContent = text;
  if (isPublic) button.closest('header')?.append(note);
  else document.body.prepend(note);
}
