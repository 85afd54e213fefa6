/** What became of the lines of the packing table, or would: first those that could not be. */

import { Link } from 'react-router';
import type { ParcelResult } from '#features/orders/contract/packing.ts';
import { describeLineErrors } from '#features/orders/pages/packing/parcel-lines.ts';
import { isUuid } from '#kernel/ids.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { formatNumber } from '#kernel/words.ts';
import { isProblem, type Problem } from '#ui/api/api-client.ts';
import { Notice } from '#ui/components/notice.tsx';

/** `key`: what was sent, with these lines. */
export type Outcome = {
  answer: ParcelResult | Problem;
  isPreview: boolean;
  key: string;
  lines: readonly { order: string }[];
};

/** `done`: 'shipped', 'delivered' */
export function ParcelOutcome({ outcome, done }: { outcome: Outcome; done: string }) {
  const { answer, isPreview } = outcome;
  if (isProblem(answer)) return <OutcomeProblem problem={answer} lines={outcome.lines} />;
  const refused = answer.lines.filter(({ outcome }) => outcome === 'refused');
  const repeated = answer.lines.filter(({ outcome }) => outcome === 'repeated').length;
  const ready = answer.lines.filter(({ outcome }) => outcome === 'done');
  return (
    <div className="grid gap-3" role="status">
      <p>
        <strong>
          {formatNumber(answer.done)} {isPreview ? `will be ${done}` : done}
        </strong>
        {refused.length > 0 && `, ${refused.length} cannot be`}
        {repeated > 0 && `, ${repeated} ${repeated === 1 ? 'was' : 'were'} ${done} before`}.
      </p>
      {refused.length > 0 && (
        <ul className="lines">
          {refused.map(({ order, detail }) => (
            <li key={order}>
              <span className="min-w-0 wrap-anywhere">
                <span className="identifier">{isUuid(order) ? formatOrderNumber(order) : order}</span>
                <span className="block text-error">{detail}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {isPreview && ready.length > 0 && (
        <ul className="lines">
          {ready.flatMap(({ orders }) =>
            orders.map(({ _id, quantity, partsName, name }) => (
              <li key={_id}>
                <Link className="link min-w-0 wrap-anywhere" to={paths.order(_id)}>
                  {quantity}&nbsp;× {withNonBreakingSpaces(partsName)}, to {name}
                </Link>
              </li>
            )),
          )}
        </ul>
      )}
    </div>
  );
}

function OutcomeProblem({ problem: { detail, errors = [] }, lines }: ProblemProps) {
  const sentences = errors.length > 0 ? describeLineErrors(errors, lines) : [detail];
  return (
    <Notice kind="error" role="alert">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

type ProblemProps = { problem: Problem } & Pick<Outcome, 'lines'>;
