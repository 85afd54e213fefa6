/** Advances the banner every 5 seconds and by the arrow keys; pauses while it is hovered or focused. */

const intervalMs = 5000;

export function runBanner(banner: HTMLElement): () => void {
  const track = banner.querySelector<HTMLElement>('.banner-track');
  const first = track?.firstElementChild;
  if (!track || !first) return () => {};
  const listeners = new AbortController();
  const { signal } = listeners;
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  const loop = makeLoop(track, first, reduced, signal);
  const button = banner.querySelector<HTMLElement>('[data-pause]');
  let isHeld = false; // hovered or focused
  let isStopped = reduced.matches; // by the button or the motion setting
  let timer: ReturnType<typeof setTimeout> | undefined;

  function scheduleStep(): void {
    clearTimeout(timer);
    if (isHeld || isStopped) return;
    timer = setTimeout(() => {
      if (!document.hidden) loop.move(1);
      scheduleStep();
    }, intervalMs);
  }

  function setHeld(held: boolean): void {
    isHeld = held;
    scheduleStep();
  }

  function setStopped(stopped: boolean): void {
    isStopped = stopped;
    if (button) showButton(button, isStopped);
    scheduleStep();
  }

  button?.addEventListener(
    'click',
    () => {
      isHeld = false; // although the mouse is over the button
      setStopped(!isStopped);
    },
    { signal },
  );
  reduced.addEventListener('change', () => setStopped(reduced.matches), { signal });
  watchFocus(banner, setHeld, signal);
  moveByKeys(banner, loop.move, signal);
  setStopped(isStopped);

  return () => {
    clearTimeout(timer);
    listeners.abort();
    loop.remove();
  };
}

type Loop = { move(step: 1 | -1): void; remove(): void };

/** A copy of the first slide follows the last one; at the copy the track jumps back to the first slide. */
function makeLoop(track: HTMLElement, first: Element, reduced: MediaQueryList, signal: AbortSignal): Loop {
  const count = track.children.length;
  const firstCopy = first.cloneNode(true) as HTMLElement;
  firstCopy.inert = true;
  track.append(firstCopy);
  let targetIndex: number | undefined; // of the current smooth scroll

  const getIndex = () => Math.round(track.scrollLeft / track.clientWidth);
  const scrollTo = (index: number, behavior: ScrollBehavior) =>
    track.scrollTo({ left: index * track.clientWidth, behavior });

  const onScrollEnd = () => {
    if (getIndex() === targetIndex) targetIndex = undefined;
    if (targetIndex === undefined && getIndex() >= count) scrollTo(0, 'instant');
  };
  watchScrollEnd(track, onScrollEnd, signal);
  return {
    move(step) {
      const isAtEnd = step === 1 ? getIndex() >= count : getIndex() <= 0;
      const from = isAtEnd ? (step === 1 ? 0 : count) : getIndex();
      if (isAtEnd) scrollTo(from, 'instant');
      targetIndex = from + step;
      scrollTo(targetIndex, reduced.matches ? 'instant' : 'smooth');
    },
    remove: () => firstCopy.remove(),
  };
}

/** Safari below 26.2 has no `scrollend`: there a slide that stands still, in its place, is the end. */
function watchScrollEnd(track: HTMLElement, onScrollEnd: () => void, signal: AbortSignal): void {
  if ('onscrollend' in window) {
    track.addEventListener('scrollend', onScrollEnd, { signal });
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (track.scrollLeft % track.clientWidth < 1) onScrollEnd();
    }, 150);
  };
  track.addEventListener('scroll', handleScroll, { signal });
}

function showButton(button: HTMLElement, isStopped: boolean): void {
  button.hidden = false;
  button.dataset.state = isStopped ? 'stopped' : 'moving';
  button.ariaLabel = (isStopped ? button.dataset.play : button.dataset.pause) ?? '';
}

function watchFocus(banner: HTMLElement, setHeld: (held: boolean) => void, signal: AbortSignal): void {
  const isFocused = () => banner.querySelector(':focus-visible') !== null;
  banner.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && setHeld(true), {
    signal,
  });
  banner.addEventListener('pointerleave', () => setHeld(isFocused()), { signal });
  banner.addEventListener('focusin', () => isFocused() && setHeld(true), { signal });
  banner.addEventListener('focusout', () => setHeld(banner.matches(':hover')), { signal });
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
