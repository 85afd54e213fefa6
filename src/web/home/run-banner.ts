/** Moves the banner: every 5 seconds, round and round, by the arrow keys, and not while somebody looks closer. */

/** From one picture to the next. */
const intervalMs = 5000;

/** Sets the banner moving and answers what stops it. */
export function runBanner(banner: HTMLElement): () => void {
  const track = banner.querySelector<HTMLElement>('.banner-track');
  const first = track?.firstElementChild;
  if (!track || !first) return () => {};
  const stop = new AbortController();
  const { signal } = stop;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const pictures = makeLoop(track, first, calm, signal);
  const button = banner.querySelector<HTMLElement>('[data-pause]');
  let isHeld = false; // by the mouse or the keyboard
  let isStopped = calm.matches; // by the button, or the reader's settings
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(): void {
    clearTimeout(timer);
    if (isHeld || isStopped) return;
    timer = setTimeout(() => {
      if (!document.hidden) pictures.move(1);
      wait();
    }, intervalMs);
  }

  function hold(held: boolean): void {
    isHeld = held;
    wait();
  }

  function setStopped(stopped: boolean): void {
    isStopped = stopped;
    if (button) showButton(button, isStopped);
    wait();
  }

  button?.addEventListener(
    'click',
    () => {
      isHeld = false; // the hand is still on the button, but has said what it wants
      setStopped(!isStopped);
    },
    { signal },
  );
  calm.addEventListener('change', () => setStopped(calm.matches), { signal });
  watchAttention(banner, hold, signal);
  moveByKeys(banner, pictures.move, signal);
  setStopped(isStopped);

  return () => {
    clearTimeout(timer);
    stop.abort();
    pictures.remove();
  };
}

type Loop = { move(step: 1 | -1): void; remove(): void };

/** After the last picture comes the first again, on its right, and nobody sees the leap back to the left. */
function makeLoop(track: HTMLElement, first: Element, calm: MediaQueryList, signal: AbortSignal): Loop {
  const count = track.children.length;
  const again = first.cloneNode(true) as HTMLElement;
  again.inert = true;
  track.append(again);
  let heading: number | undefined; // where a smooth scroll is on its way to

  const place = () => Math.round(track.scrollLeft / track.clientWidth);
  const scrollTo = (index: number, behavior: ScrollBehavior) =>
    track.scrollTo({ left: index * track.clientWidth, behavior });

  track.addEventListener(
    'scrollend',
    () => {
      if (place() === heading) heading = undefined;
      // at the copy of the first picture: on to the first itself, which looks the same
      if (heading === undefined && place() >= count) scrollTo(0, 'instant');
    },
    { signal },
  );
  return {
    move(step) {
      const isAtEnd = step === 1 ? place() >= count : place() <= 0;
      const from = isAtEnd ? (step === 1 ? 0 : count) : place();
      if (isAtEnd) scrollTo(from, 'instant');
      heading = from + step;
      scrollTo(heading, calm.matches ? 'instant' : 'smooth');
    },
    remove: () => again.remove(),
  };
}

function showButton(button: HTMLElement, isStopped: boolean): void {
  button.hidden = false;
  button.dataset.state = isStopped ? 'stopped' : 'moving';
  button.ariaLabel = (isStopped ? button.dataset.play : button.dataset.pause) ?? '';
}

/** Tells when somebody points at the banner or has the focus in it, and when no longer. */
function watchAttention(banner: HTMLElement, hold: (held: boolean) => void, signal: AbortSignal): void {
  const isFocused = () => banner.querySelector(':focus-visible') !== null;
  banner.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && hold(true), { signal });
  banner.addEventListener('pointerleave', () => hold(isFocused()), { signal });
  banner.addEventListener('focusin', () => isFocused() && hold(true), { signal });
  banner.addEventListener('focusout', () => hold(banner.matches(':hover')), { signal });
}

function moveByKeys(banner: HTMLElement, move: (step: 1 | -1) => void, signal: AbortSignal): void {
  banner.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      event.preventDefault();
      move(event.key === 'ArrowRight' ? 1 : -1);
    },
    { signal },
  );
}
