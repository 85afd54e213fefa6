/** The small script in the head of public pages, which have no other. */
import { runFrame } from '#app/layout/run-frame.ts';
import { runBanner } from '#app/pages/home/run-banner.ts';
import { runCounters } from '#app/pages/home/run-counters.ts';
import { runFilters } from '#catalogue/components/run-filters.ts';
import { runSuggestions } from '#catalogue/components/run-suggestions.ts';
import { runTimedTexts } from '#delivery/components/run-timed-texts.ts';
import { rememberBuild, runCopy, runFit } from '#fit/components/run-fit.ts';

runFrame((message) => document.querySelector('header')?.append(message));

document.addEventListener('DOMContentLoaded', () => {
  for (const banner of document.querySelectorAll<HTMLElement>('[data-banner]')) runBanner(banner);
  for (const list of document.querySelectorAll<HTMLElement>('[data-counters]')) runCounters(list);
  runFilters();
  runTimedTexts();
  rememberBuild();
  runFit();
  runCopy();
  for (const form of document.querySelectorAll<HTMLElement>('[data-search]'))
    runSuggestions(form, (address) => location.assign(address));
});

// as it was before something changed it in another page
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  rememberBuild();
  if (document.querySelector('[data-basket]')) location.reload();
});
