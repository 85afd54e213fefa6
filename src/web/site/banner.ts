/** Moves the banner: every 5 seconds, round and round, by the arrow keys, and not while somebody looks closer. */

/** Milliseconds from one picture to the next. */
const interval = 5000;

/** Sets the banner moving and answers what stops it. */
export function runBanner(banner: HTMLElement): () => void {
  const track = banner.querySelector<HTMLElement>('.banner-track');
  const first = track?.firstElementChild;
  if (!track || !first) return () => {};
  const count = track.children.length;
  const stop = new AbortController();
  const { signal } = stop;

  // after the last picture comes the first again, on its right, and nobody sees the leap back to the left
  const again = first.cloneNode(true) as HTMLElement;
  again.inert = true;
  track.append(again);

  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let isHeld = false; // by the mouse or the keyboard
  let isStopped = calm.matches; // by the button, or the reader's settings
  let timer: ReturnType<typeof setTimeout> | undefined;

  const place = () => Math.round(track.scrollLeft / track.clientWidth);
  const scrollTo = (index: number, behavior: ScrollBehavior) =>
    track.scrollTo({ left: index * track.clientWidth, behavior });

  let heading: number | undefined; // where a smooth scroll is on its way to

  function move(step: 1 | -1): void {
    const isAtEnd = step === 1 ? place() >= count : place() <= 0;
    const from = isAtEnd ? (step === 1 ? 0 : count) : place();
    if (isAtEnd) scrollTo(from, 'instant');
    heading = from + step;
    scrollTo(heading, calm.matches ? 'instant' : 'smooth');
  }

  function wait(): void {
    clearTimeout(timer);
    if (isHeld || isStopped) return;
    timer = setTimeout(() => {
      if (!document.hidden) move(1);
      wait();
    }, interval);
  }

  function hold(held: boolean): void {
    isHeld = held;
    wait();
  }

  const button = banner.querySelector<HTMLElement>('[data-pause]');
  function showButton(): void {
    if (!button) return;
    button.hidden = false;
    button.dataset.state = isStopped ? 'stopped' : 'moving';
    button.ariaLabel = (isStopped ? button.dataset.play : button.dataset.pause) ?? '';
  }

  button?.addEventListener(
    'click',
    () => {
      isStopped = !isStopped;
      isHeld = false; // the hand is still on the button, but has said what it wants
      showButton();
      wait();
    },
    { signal },
  );
  calm.addEventListener(
    'change',
    () => {
      isStopped = calm.matches;
      showButton();
      wait();
    },
    { signal },
  );
  banner.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && hold(true), { signal });
  const isFocused = () => banner.querySelector(':focus-visible') !== null;
  banner.addEventListener('pointerleave', () => hold(isFocused()), { signal });
  banner.addEventListener('focusin', () => isFocused() && hold(true), { signal });
  banner.addEventListener('focusout', () => hold(banner.matches(':hover')), { signal });
  banner.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      event.preventDefault();
      move(event.key === 'ArrowRight' ? 1 : -1);
    },
    { signal },
  );
  track.addEventListener(
    'scrollend',
    () => {
      if (place() === heading) heading = undefined;
      // at the copy of the first picture: on to the first itself, which looks the same
      if (heading === undefined && place() >= count) scrollTo(0, 'instant');
    },
    { signal },
  );
  showButton();
  wait();

  return () => {
    clearTimeout(timer);
    stop.abort();
    again.remove();
  };
}
