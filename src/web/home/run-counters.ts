/** Counts the numbers of Business History up when they come into view: 1 second, after 0.3 seconds. */

const durationMs = 1000;
const delayMs = 300;

/** Waits until the list is seen and counts; answers what stops it and leaves the true numbers. */
export function runCounters(list: HTMLElement): () => void {
  const places = [...list.querySelectorAll<HTMLElement>('[data-counter]')];
  const truth = places.map((place) => place.textContent ?? '');
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {};
  let frame = 0;

  const showAt = (share: number) => {
    for (const [index, place] of places.entries()) {
      place.textContent = (truth[index] ?? '').replace(/\d+/, (number) =>
        String(Math.round(Number(number) * share)),
      );
    }
  };
  const count = () => {
    const begin = performance.now() + delayMs;
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - begin) / durationMs));
      showAt(1 - (1 - share) ** 3);
      if (share < 1) frame = requestAnimationFrame(step);
    };
    showAt(0);
    frame = requestAnimationFrame(step);
  };
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    count();
  });
  seen.observe(list);
  return () => {
    seen.disconnect();
    cancelAnimationFrame(frame);
    showAt(1);
  };
}
