/** The number of parts in the basket, in the navigation bar: cached pages do not know it, a cookie does. */
import { basketCountCookie } from '#kernel/count-cookie.ts';

export function showBasketCount(): void {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${basketCountCookie}=`));
  for (const element of document.querySelectorAll('[data-basket-count]'))
    element.textContent = pair?.slice(basketCountCookie.length + 1) ?? '';
}

/** The basket of a person who logs out is nobody else's. */
export function forgetBasketCount(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other interface is not in every browser
  document.cookie = `${basketCountCookie}=; max-age=0; path=/`;
}
