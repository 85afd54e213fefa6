/** The toasts of the hydrated application: top right, below the ways on, for 5 seconds, dragged away at 80 % of their width. */
import { useEffect, useRef } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { focusHeading } from '#web/ui/focus.ts';

export function Toasts() {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => (area.current ? keepFocusUncovered(area.current) : undefined), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only gives time to whoever reads one by keyboard
    <div ref={area} onFocus={() => toast.pause()} onBlur={() => toast.play()}>
      <ToastContainer position="top-right" autoClose={5000} draggable draggablePercent={80} />
    </div>
  );
}

/** Sees to it that no toast hides what has the focus, or takes the focus away with it. Answers what ends that. */
function keepFocusUncovered(area: HTMLElement): () => void {
  let read: Element | null = null; // the toast that has the focus, or had it last
  const makeRoom = () => requestAnimationFrame(moveToasts);
  const follow = ({ target }: FocusEvent) => {
    read = target instanceof Element ? target.closest('.Toastify__toast') : null;
    makeRoom();
  };
  addEventListener('focusin', follow);
  addEventListener('scroll', makeRoom, { passive: true }); // on a phone the bar goes with the page
  // also one that was already going when the focus came to it
  const gone = new MutationObserver(() => {
    makeRoom();
    if (!read || read.isConnected || document.activeElement !== document.body) return;
    read = null;
    focusHeading();
  });
  gone.observe(area, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', follow);
    removeEventListener('scroll', makeRoom);
    gone.disconnect();
  };
}

/** Below the ways on that are in view; to the lower edge of the window while the focus is where they are, and back up. */
function moveToasts(): void {
  const toasts = document.querySelector<HTMLElement>('.Toastify__toast-container');
  const focused = document.activeElement;
  if (!toasts || !focused || toasts.contains(focused)) return;
  const ways = [...document.querySelectorAll('.bar, .dashboard-menu > summary')];
  const ends = ways.map((way) => way.getBoundingClientRect().bottom);
  toasts.style.setProperty('--below-ways', `${Math.max(0, ...ends)}px`);
  toasts.removeAttribute('data-low');
  const isCovered = focused !== document.body && areOverlapping(focused, toasts);
  toasts.toggleAttribute('data-low', isCovered);
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
