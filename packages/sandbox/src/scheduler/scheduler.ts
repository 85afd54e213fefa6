/** Runs delayed outcomes and deliveries when they are due. */

import type { Settings } from '../http/endpoint.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Sender } from '../webhooks/sender.ts';
import { runDueOutcomes } from './outcomes.ts';

/** Short, because a check that finds nothing takes microseconds. */
const intervalMs = 100;

export type Scheduler = { stop(): void };

export function startScheduler(ledger: Ledger, settings: Settings, sender: Sender): Scheduler {
  const timer = setInterval(() => {
    try {
      runDueOutcomes(ledger, settings, new Date());
      sender.sendDue();
    } catch (error) {
      // The transaction was rolled back, so that the next check finds it again.
      console.error('What was due could not be done:', error);
    }
  }, intervalMs);
  return { stop: () => clearInterval(timer) };
}
