/** The numbers of parts in the basket and the build, in the navigation bar: cached pages do not know them, a cookie and the browser’s storage do. */
import { basketCountCookie } from '#kernel/count-cookie.ts';
import * as paths from '#kernel/paths.ts';

export function showBasketCount(): void {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${basketCountCookie}=`));
  for (const element of document.querySelectorAll('[data-counts=basket] > :last-child'))
    element.textContent = pair?.slice(basketCountCookie.length + 1) ?? '';
}

/** The basket of a person who logs out is nobody else's. */
export function forgetBasketCount(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other interface is not in every browser
  document.cookie = `${basketCountCookie}=; max-age=0; path=/`;
}

/** The build that the visitor chose last, which the link leads to. */
export function showBuild(): void {
  try {
    const { build } = localStorage;
    const link = document.querySelector<HTMLAnchorElement>('[data-counts=build]');
    if (build === undefined || !link?.lastChild) return;
    link.href = `${paths.build}?parts=${build}`;
    link.lastChild.textContent = build.match(/\w{12}/g)?.length ?? ''; // each id of a part has one such group, and a budget none
  } catch {} // a browser that keeps nothing
}
