/** Sends the page forms that stay on their page, and shows what the shop has answered; see page-form.tsx. */
import { makeLogInPath } from '#kernel/return-path.ts';
import { showBasketCount } from '#ui/session/bar-counts.ts';

export function runPageForms(showMessage: (text: string) => void): void {
  /** Which the note is about. */
  let failed: HTMLFormElement | undefined;
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    // a button with an address of its own leads there
    if (!form.dataset.done || event.submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    void send(form, event.submitter).then((text) => {
      if (text) showMessage(text);
      else if (failed !== form) return;
      else document.querySelector('#bar-note')?.remove();
      failed = form;
    });
  });
}

/** Answers what is to be said when the shop has not done it. */
async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<string | undefined> {
  const { done = '', doneLink = '', failed } = form.dataset;
  try {
    const response = await fetch(form.getAttribute('action') ?? '', {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(new FormData(form, button) as never),
    });
    const answer = await response.json();
    if (response.status === 401) location.assign(makeLogInPath(location.pathname + location.search));
    if (!response.ok) return answer.detail;
    showBasketCount();
    for (const output of form.elements) {
      if (!(output instanceof HTMLOutputElement)) continue;
      const link = document.createElement('a');
      link.href = doneLink;
      link.className = 'link';
      link.textContent = done.replace(/{(\w+)}/g, (_, name) => answer[name]);
      output.replaceChildren(link);
    }
  } catch {
    return `${failed}: the shop cannot be reached. Please try again.`;
  }
}
