/** Keeps true what an open page says of days of delivery: counts down to the last moment, then shows the days after it. */
import { sayTimeLeft } from '#delivery/rules/promise-wording.ts';

const intervalMs = 10_000;
const minuteMs = 60_000;

export function runTimedTexts(): () => void {
  const show = () => document.querySelectorAll<HTMLElement>('[data-until]').forEach(showText);
  show();
  const timer = setInterval(show, intervalMs);
  return () => clearInterval(timer);
}

/** Nothing once both times have passed: only the shop knows what holds then. */
function showText(element: HTMLElement): void {
  const { until = '', next = '' } = element.dataset;
  const [first = 0, second = 0] = until
    .split(' ')
    .map((time) => Math.floor((Date.parse(time) - Date.now()) / minuteMs));
  const minutes = first < 1 ? second : first;
  let text = first < 1 ? next : (element.textContent ?? '');
  if ('countdown' in element.dataset) text = sayTimeLeft(minutes);
  if (minutes < 1) text = '';
  if (text !== element.textContent) element.textContent = text;
}
