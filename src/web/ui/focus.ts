/** Where the focus goes when what had it is gone, so that nobody who works by keyboard or screen reader has to start over. */
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Puts the focus on the heading of what is shown now: in the dashboard that of the page, not that of its frame. */
export function focusHeading(): void {
  const page = document.querySelector('[data-page]') ?? document.querySelector('main');
  const heading = page?.querySelector<HTMLElement>('h1') ?? page?.querySelector<HTMLElement>('h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: isInView(heading) });
}

/** After the application has gone to another page, or turned those of a list, reading begins at its heading. */
export function useFocusAfterNavigation(): void {
  const { pathname, search, hash } = useLocation();
  const place = `${pathname}?${new URLSearchParams(search).get('cursor') ?? ''}`;
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    if (!hash) focusHeading();
  }, [place, hash]);
}

/** Focuses the element of this ref when it appears, because it takes the place of what had the focus. */
export function useFocusOnMount<Element extends HTMLElement>(): RefObject<Element | null> {
  const arrived = useRef<Element>(null);
  useEffect(() => arrived.current?.focus(), []);
  return arrived;
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
