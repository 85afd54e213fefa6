/** The small script in the head of public pages, which have no other. */
import { runFilters } from '#web/catalogue/run-filters.ts';
import { runSuggestions } from '#web/catalogue/run-suggestions.ts';
import { runTimedTexts } from '#web/delivery/run-timed-texts.ts';
import { runFit } from '#web/fit/run-fit.ts';
import { runBanner } from '#web/home/run-banner.ts';
import { runCounters } from '#web/home/run-counters.ts';
import { runFrame } from '#web/layout/run-frame.ts';

runFrame((message) => document.querySelector('header')?.append(message));

document.addEventListener('DOMContentLoaded', () => {
  for (const banner of document.querySelectorAll<HTMLElement>('[data-banner]')) runBanner(banner);
  for (const list of document.querySelectorAll<HTMLElement>('[data-counters]')) runCounters(list);
  runFilters();
  runTimedTexts();
  runFit();
  for (const form of document.querySelectorAll<HTMLElement>('[data-search]'))
    runSuggestions(form, (address) => location.assign(address));
});

// as it was before something changed it in another page
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && document.querySelector('[data-basket]')) location.reload();
});
