/** The toasts of the hydrated application: top right, below the bars, for 5 seconds. */
import Check from 'lucide:check';
import CircleAlert from 'lucide:circle-alert';
import { type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { focusHeading } from '#ui/components/focus.ts';
import { Icon } from '#ui/components/icons.tsx';
import { readToasts, removeToast, type Toast, watchToasts } from '#ui/components/toast.ts';

/** Of its width, by which a toast is dragged off. */
const shareToDrag = 0.8;
const none: readonly Toast[] = [];

export function Toasts() {
  const area = useRef<HTMLElement>(null);
  const toasts = useSyncExternalStore(watchToasts, readToasts, () => none);
  useEffect(() => (area.current ? keepFocusUncovered(area.current) : undefined), []);
  return (
    <section className="toasts" aria-label="Notifications" ref={area}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const start = useRef<number>(undefined);
  const remove = () => removeToast(toast);
  function drag({ currentTarget, clientX, type }: PointerEvent<HTMLElement>): void {
    if (start.current === undefined) return;
    const moved = type === 'pointercancel' ? 0 : clientX - start.current;
    const isDragged = type === 'pointermove';
    currentTarget.style.translate = isDragged ? `${moved}px` : '';
    if (isDragged) return;
    start.current = undefined;
    if (Math.abs(moved) >= shareToDrag * currentTarget.offsetWidth) remove();
  }
  return (
    <div
      className={`toast-card toast-${toast.kind}`}
      role="alert"
      onPointerDown={({ target, currentTarget, pointerId, clientX, button }) => {
        // the release of another button goes to the menu that it opens
        if (button !== 0 || (target as Element).closest('a, button')) return;
        currentTarget.setPointerCapture(pointerId);
        start.current = clientX;
      }}
      onPointerMove={drag}
      onPointerUp={drag}
      onPointerCancel={drag}
    >
      <Icon of={toast.kind === 'success' ? Check : CircleAlert} />
      <div>{toast.content}</div>
      <button type="button" className="toast-close" aria-label="Close" onClick={remove}>
        ×
      </button>
      <span className="toast-time" onAnimationEnd={remove} />
    </div>
  );
}

/** Keeps toasts from covering the focused element or losing the focus. Returns the cleanup. */
function keepFocusUncovered(area: HTMLElement): () => void {
  let focusedToast: Element | null = null; // or the last one that had the focus
  const scheduleMove = () => requestAnimationFrame(moveToasts);
  const handleFocus = ({ target }: FocusEvent) => {
    focusedToast = target instanceof Element ? target.closest('.toast-card') : null;
    scheduleMove();
  };
  const pauseAway = () => area.toggleAttribute('data-paused', !document.hasFocus());
  for (const type of ['blur', 'focus']) addEventListener(type, pauseAway);
  addEventListener('focusin', handleFocus);
  addEventListener('scroll', scheduleMove, { passive: true }); // on a phone the bar scrolls away
  // whoever had the focus in a toast that is gone is at the heading
  const observer = new MutationObserver(() => {
    scheduleMove();
    if (!focusedToast || focusedToast.isConnected || document.activeElement !== document.body) return;
    focusedToast = null;
    focusHeading();
  });
  observer.observe(area, { childList: true, subtree: true });
  return () => {
    for (const type of ['blur', 'focus']) removeEventListener(type, pauseAway);
    removeEventListener('focusin', handleFocus);
    removeEventListener('scroll', scheduleMove);
    observer.disconnect();
  };
}

function moveToasts(): void {
  const toasts = document.querySelector<HTMLElement>('.toasts');
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
