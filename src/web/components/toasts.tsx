/** The toasts of the hydrated application: top right, for 5 seconds, dragged away at 80 % of their width. */
import { useEffect } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { focusHeading } from '#web/focus.ts';

export function Toasts() {
  useEffect(leaveRoomForFocus, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only gives time to whoever reads one by keyboard
    <div onFocus={() => toast.pause()} onBlur={() => toast.play()}>
      <ToastContainer position="top-right" autoClose={5000} draggable draggablePercent={80} />
    </div>
  );
}

/** Sees to it that no toast hides what has the focus, or takes the focus away with it. Answers what ends that. */
function leaveRoomForFocus(): () => void {
  const makeRoom = () => requestAnimationFrame(moveToasts);
  addEventListener('focusin', makeRoom);
  const stop = toast.onChange(({ id, status }) => {
    if (status === 'removed' && document.activeElement?.closest(`[id="${id}"]`)) focusHeading();
    makeRoom();
  });
  return () => {
    removeEventListener('focusin', makeRoom);
    stop();
  };
}

/** To the lower edge of the window while the focus is where they are, and back up. */
function moveToasts(): void {
  const toasts = document.querySelector('.Toastify__toast-container');
  const focused = document.activeElement;
  if (!toasts || !focused || toasts.contains(focused)) return;
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
