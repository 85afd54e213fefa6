/** The lines of the checkout, with what is wrong with them and what can be done about it. */

import type { FormEvent } from 'react';
import {
  findLineProblem,
  type LineProblem,
  makeLineId,
  partsHeadingId,
  type RefusedPurchase,
} from '#app/pages/checkout/checkout-view.ts';
import type { BasketLine } from '#basket/components/basket-view.ts';
import { formatDollars } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';

/** `quantity` undefined: takes the part out of the basket. */
type ChangeLine = (line: BasketLine, quantity: number | undefined) => void;

type CheckoutLinesProps = {
  lines: BasketLine[];
  refusal: RefusedPurchase | undefined;
  onChange: ChangeLine;
};

export function CheckoutLines({ lines, refusal, onChange }: CheckoutLinesProps) {
  return (
    <section aria-labelledby={partsHeadingId}>
      <div className="heading-row">
        <h2 className="text-xl" id={partsHeadingId} tabIndex={-1}>
          {lines.length === 1 ? 'Your part' : `Your ${lines.length} parts`}
        </h2>
        <a className="link" href={paths.basket}>
          Change the basket
        </a>
      </div>
      <ul className="checkout-lines">
        {lines.map((line) => (
          <Line
            key={line.partsId}
            line={line}
            problem={findLineProblem(line, refusal)}
            onChange={(quantity) => onChange(line, quantity)}
          />
        ))}
      </ul>
    </section>
  );
}

type LineProps = {
  line: BasketLine;
  problem: LineProblem | undefined;
  onChange: (quantity: number | undefined) => void;
};

function Line({ line, problem, onChange }: LineProps) {
  const { partsId, partsName, price, seenPrice, quantity, total } = line;
  const hasNewPrice = price !== null && price !== seenPrice && !problem?.isNewPrice;
  return (
    <li className="checkout-line" id={makeLineId(partsId)} tabIndex={-1}>
      <div className="part-picture basket-picture">
        <ResponsiveImage of={line.partsImg} alt="" sizes="6rem" />
      </div>
      <div className="basket-words">
        <h3>{withNonBreakingSpaces(partsName)}</h3>
        <p className="basket-price muted">
          {quantity}
          {price !== null && ` × ${formatDollars(price)}`}
        </p>
        {hasNewPrice && (
          <p className="basket-change">
            The price was {formatDollars(seenPrice)} when you put it in; it is {formatDollars(price)} now.
          </p>
        )}
        {problem && (
          <>
            <p className={problem.isNewPrice ? 'basket-change' : 'basket-problem'}>{problem.sentence}</p>
            {!problem.isNewPrice && <LineActions line={line} problem={problem} onChange={onChange} />}
          </>
        )}
      </div>
      <p className="basket-sum">{total > 0 ? formatDollars(total) : <span className="muted">–</span>}</p>
    </li>
  );
}

/** Without a script they lead to the basket. */
function LineActions({
  line: { partsId, partsName },
  problem: { possibleQuantity },
  onChange,
}: LineProps & { problem: LineProblem }) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    onChange((submitter as HTMLButtonElement | null)?.name === 'set' ? possibleQuantity : undefined);
  };
  return (
    <form className="checkout-actions" method="post" action={paths.basket} onSubmit={send}>
      {possibleQuantity !== undefined && (
        <>
          <input type="hidden" name="quantity" value={possibleQuantity} />
          <button type="submit" className="btn btn-tint btn-sm" name="set" value={partsId}>
            Take {possibleQuantity} <span className="sr-only">of {partsName}</span>
          </button>
        </>
      )}
      <button type="submit" className="btn btn-sm" name="remove" value={partsId}>
        Remove <span className="sr-only">{partsName}</span>
      </button>
    </form>
  );
}
