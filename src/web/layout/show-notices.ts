/** Shows administrators what the shop tells them on every page: pages are sent without it, because visitors get them too. */
import { askForPerson } from '#web/people/ask-for-person.ts';
import { readPerson } from '#web/people/session.ts';

export async function showNotices(): Promise<void> {
  const sentences = readPerson()?.isAdmin ? await askForPerson<string[]>('/api/notices') : undefined;
  const notices = (sentences ?? []).map((sentence) => {
    const notice = document.createElement('p');
    notice.className = 'notice notice-warning';
    notice.textContent = sentence;
    return notice;
  });
  document.querySelector('[data-notices]')?.replaceChildren(...notices);
}
