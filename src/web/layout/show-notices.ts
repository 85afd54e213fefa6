/** Shows administrators what the shop tells them on every page: pages are sent without it, because visitors get them too. */
import { askForPerson } from '#web/people/ask-for-person.ts';
import { readNotices, readPerson, storeNotices } from '#web/people/session.ts';

/** At first what the shop has told last: a page would move if it came with the answer. */
export async function showNotices(): Promise<void> {
  if (!readPerson()?.isAdmin) return show([]);
  show(readNotices());
  const sentences = await askForPerson<string[]>('/api/notices');
  if (!sentences) return;
  storeNotices(sentences);
  show(sentences);
}

function show(sentences: readonly string[]): void {
  const notices = sentences.map((sentence) => {
    const notice = document.createElement('p');
    notice.className = 'notice notice-warning';
    notice.textContent = sentence;
    return notice;
  });
  document.querySelector('[data-notices]')?.replaceChildren(...notices);
}
