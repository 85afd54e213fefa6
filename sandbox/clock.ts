/** Looks at the ledger again and again for what is due. */

import { doWhatIsDue } from './outcomes.ts';
import type { Ledger } from './store.ts';

/** Milliseconds between two looks: a look that finds nothing costs some microseconds. */
const INTERVAL = 200;

export function startClock(ledger: Ledger): { stop(): void } {
  const timer = setInterval(() => {
    try {
      doWhatIsDue(ledger, new Date());
    } catch (error) {
      // Nothing of it was kept, so that the next look finds it again.
      console.error('What was due could not be done:', error);
    }
  }, INTERVAL);
  return { stop: () => clearInterval(timer) };
}
