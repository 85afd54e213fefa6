/** Looks at the ledger again and again for what is due. */

import type { Settings } from './endpoint.ts';
import { doWhatIsDue } from './outcomes.ts';
import type { Sender } from './sender.ts';
import type { Ledger } from './store.ts';

/** Milliseconds between two looks: a look that finds nothing costs some microseconds. */
const INTERVAL = 100;

export type Clock = { stop(): void };

export function startClock(ledger: Ledger, settings: Settings, sender: Sender): Clock {
  const timer = setInterval(() => {
    try {
      doWhatIsDue(ledger, settings, new Date());
      sender.look();
    } catch (error) {
      // Nothing of it was kept, so that the next look finds it again.
      console.error('What was due could not be done:', error);
    }
  }, INTERVAL);
  return { stop: () => clearInterval(timer) };
}
