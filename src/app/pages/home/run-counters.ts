/** Counts up the numbers of Business History when they come into view. */

const durationMs = 1000;
const delayMs = 300;

export function runCounters(list: HTMLElement): () => void {
  const elements = [...list.querySelectorAll<HTMLElement>('[data-counter]')];
  const finalTexts = elements.map((element) => element.textContent ?? '');
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {};
  let frame = 0;

  const showProgress = (progress: number) => {
    for (const [index, element] of elements.entries()) {
      element.textContent = (finalTexts[index] ?? '').replace(/\d+/, (number) =>
        String(Math.round(Number(number) * progress)),
      );
    }
  };
  const count = () => {
    const startAt = performance.now() + delayMs;
    const step = (now: number) => {
      const progress = Math.min(1, Math.max(0, (now - startAt) / durationMs));
      showProgress(1 - (1 - progress) ** 3);
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    showProgress(0);
    frame = requestAnimationFrame(step);
  };
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    count();
  });
  observer.observe(list);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    showProgress(1);
  };
}
