/** Sends the form that puts a part into the basket without leaving the page. */
import * as paths from '#domain/paths.ts';
import { showBasketCount } from '#web/basket/basket-count.ts';

type ShowMessage = (text: string) => void;

export function runBasket(showMessage: ShowMessage): void {
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!('add' in form.dataset)) return;
    event.preventDefault();
    void send(form, event.submitter, showMessage);
  });
}

async function send(form: HTMLFormElement, button: HTMLElement | null, showMessage: ShowMessage) {
  try {
    const response = await fetch(paths.basket, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(new FormData(form, button) as never),
    });
    const { quantity, detail } = await response.json();
    if (!response.ok) return showMessage(detail);
    showBasketCount();
    const link = document.createElement('a');
    link.href = paths.basket;
    link.className = 'link';
    link.textContent = `${quantity} in basket`;
    form.querySelector('output')?.replaceChildren(link);
  } catch {
    showMessage('It is not in your basket: the shop cannot be reached. Please try again.');
  }
}
