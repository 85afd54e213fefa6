/** The toasts of the hydrated application: top right, below the bars, for 5 seconds. */
import { useEffect, useRef } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { focusHeading } from '#ui/components/focus.ts';

export function Toasts() {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => (area.current ? keepFocusUncovered(area.current) : undefined), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only pauses the toasts for keyboard users
    <div ref={area} onFocus={() => toast.pause()} onBlur={() => toast.play()}>
      <ToastContainer position="top-right" autoClose={5000} draggable draggablePercent={80} />
    </div>
  );
}

/** Keeps toasts from covering the focused element or losing the focus. Returns the cleanup. */
function keepFocusUncovered(area: HTMLElement): () => void {
  let focusedToast: Element | null = null; // or the last one that had the focus
  const scheduleMove = () => requestAnimationFrame(moveToasts);
  const handleFocus = ({ target }: FocusEvent) => {
    focusedToast = target instanceof Element ? target.closest('.Toastify__toast') : null;
    scheduleMove();
  };
  addEventListener('focusin', handleFocus);
  addEventListener('scroll', scheduleMove, { passive: true }); // on a phone the bar scrolls away
  // also toasts that were closing when they got the focus
  const observer = new MutationObserver(() => {
    scheduleMove();
    if (!focusedToast || focusedToast.isConnected || document.activeElement !== document.body) return;
    focusedToast = null;
    focusHeading();
  });
  observer.observe(area, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', handleFocus);
    removeEventListener('scroll', scheduleMove);
    observer.disconnect();
  };
}

function moveToasts(): void {
  const toasts = document.querySelector<HTMLElement>('.Toastify__toast-container');
  const focused = document.activeElement;
  if (!toasts || !focused || toasts.contains(focused)) return;
  const bars = [...document.querySelectorAll('.bar, .dashboard-menu > summary')];
  const bottoms = bars.map((bar) => bar.getBoundingClientRect().bottom);
  toasts.style.setProperty('--bars-bottom', `${Math.max(0, ...bottoms)}px`);
  toasts.removeAttribute('data-low');
  const isCovered = isFocusShown(focused) && areOverlapping(focused, toasts);
  toasts.toggleAttribute('data-low', isCovered);
}

/** Headings and rows that the program has focused show it to keyboard users only. */
function isFocusShown(focused: Element): boolean {
  return focused.matches(':focus-visible') && !focused.matches('html:not([data-keyboard]) [tabindex="-1"]');
}

function areOverlapping(one: Element, other: Element): boolean {
  const [first, second] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return (
    first.left < second.right &&
    second.left < first.right &&
    first.top < second.bottom &&
    second.top < first.bottom
  );
}
