/** Moves the focus when the focused element is gone, for keyboards and screen readers. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export function focusHeading(): void {
  const page = document.querySelector('[data-page]') ?? document.querySelector('main');
  const heading = page?.querySelector<HTMLElement>('h1') ?? page?.querySelector<HTMLElement>('h2');
  if (!heading) return;
  heading.tabIndex = -1;
  focusElement(heading);
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Scrolls to it for keyboard users only: for others the page stays where it is. */
export function focusElement(element: HTMLElement): void {
  const isByKeyboard = document.documentElement.hasAttribute('data-keyboard');
  element.focus({ preventScroll: !isByKeyboard || isInView(element) });
}

/** Focuses the heading after a navigation to another page, or to another page of a list. */
export function useFocusAfterNavigation(): void {
  const { pathname, search, hash } = useLocation();
  const pageKey = `${pathname}?${new URLSearchParams(search).get('page') ?? ''}`;
  const previousPageKey = useRef(pageKey);
  // before anybody can see the page: later, the focus would leave a field in which they type already
  useLayoutEffect(() => {
    if (previousPageKey.current === pageKey) return;
    previousPageKey.current = pageKey;
    if (!hash) focusHeading();
  }, [pageKey, hash]);
}

export function useFocusOnMount<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useLayoutEffect(() => element.current?.focus({ preventScroll: isInView(element.current) }), []);
  return element;
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
