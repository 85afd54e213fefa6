/** What happens by itself after a while: written down when it is decided, done once when it is due, by any process. */

import { type Moment, NO_REQUEST } from './endpoint.ts';
import { recordEvent } from './events.ts';
import { getRefund, presentRefund, saveRefund } from './refunds.ts';
import type { Ledger } from './store.ts';

type Kind = 'succeed_refund' | 'fail_refund';
type OutcomeRow = { seq: number; kind: Kind; subject: string };

/** `due` is in milliseconds since 1970. */
export function scheduleOutcome(ledger: Ledger, kind: Kind, subject: string, due: number): void {
  ledger.sql.run`insert into outcomes (kind, subject, due) values (${kind}, ${subject}, ${due})`;
}

/** Does all that is due, in one transaction: each once, however many processes look at the same time. */
export function doWhatIsDue(ledger: Ledger, now: Date): void {
  // Looked up before the ledger is locked, because mostly there is nothing.
  if (!ledger.sql.get`select 1 from outcomes where due <= ${now.getTime()} limit 1`) return;
  ledger.transaction(() => {
    const due = ledger.sql.all`
      delete from outcomes where due <= ${now.getTime()} returning seq, kind, subject` as OutcomeRow[];
    for (const { kind, subject } of due.toSorted((a, b) => a.seq - b.seq))
      OUTCOMES[kind]({ ledger, now, request: NO_REQUEST }, subject);
  });
}

const OUTCOMES: Record<Kind, (moment: Moment, subject: string) => void> = {
  succeed_refund: (moment, id) => endRefund(moment, id, 'succeeded'),
  fail_refund: (moment, id) => endRefund(moment, id, 'failed'),
};

function endRefund(moment: Moment, id: string, status: 'succeeded' | 'failed'): void {
  const refund = getRefund(moment.ledger, id);
  const before = { status: refund.status };
  refund.status = status;
  refund.failure_reason = status === 'failed' ? 'expired_or_canceled_card' : null;
  saveRefund(moment.ledger, refund);
  recordEvent(moment, 'refund.updated', presentRefund(refund), before);
  if (status === 'failed') recordEvent(moment, 'refund.failed', presentRefund(refund));
}
