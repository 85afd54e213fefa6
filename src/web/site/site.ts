/** The one small script of public pages: shows who is signed in, logs out, moves the banner and counts up. */
import { forgetSession, showPerson } from '#web/session.ts';
import { runBanner } from '#web/site/banner.ts';
import { runCounters } from '#web/site/counters.ts';

showPerson();
addEventListener('storage', showPerson);

for (const button of document.querySelectorAll('[data-action="log-out"]')) {
  button.addEventListener('click', async () => {
    await fetch('/api/identity/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    forgetSession();
    location.assign('/');
  });
}

for (const banner of document.querySelectorAll<HTMLElement>('[data-banner]')) runBanner(banner);
for (const list of document.querySelectorAll<HTMLElement>('[data-counters]')) runCounters(list);
