/** The basket: a public page without React in the browser, rendered for whoever asks and never cached. */
import { Link } from 'react-router';
import stylesheet from '#app/pages/basket/basket.css?url';
import { readBasketPage } from '#app/pages/basket/basket.server.ts';
import { MergeNotice, UnavailableNotice } from '#basket/components/basket-notices.tsx';
import { type BasketLine, findPossibleQuantity } from '#basket/components/basket-view.ts';
import { BasketDelivery } from '#delivery/components/delivery-cost.tsx';
import { BasketFit } from '#fit/components/basket-fit.tsx';
import verdictStyles from '#fit/components/verdict.css?url';
import { formatDollars } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { makeLogInPath } from '#kernel/return-path.ts';
import { wording } from '#kernel/wording.ts';
import { Fact } from '#ui/components/fact.tsx';
import { EmptyState, Notice } from '#ui/components/notice.tsx';
import { PageForm } from '#ui/components/page-form.tsx';
import { describeUnlistedPage } from '#ui/components/page-meta.ts';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import type { Route } from './+types/basket.ts';

export const handle = { isPublic: true };

export const links = () => [stylesheet, verdictStyles].map((href) => ({ rel: 'stylesheet', href }));

export function loader({ context, url }: Route.LoaderArgs) {
  return readBasketPage(context, url);
}

type BasketPage = Route.ComponentProps['loaderData']['basket'];

export const meta = describeUnlistedPage(
  wording.navigation.basket,
  'The parts in your basket, with today’s stock and prices.',
);

export default function Basket({ loaderData: { basket } }: Route.ComponentProps) {
  const { lines } = basket;
  return (
    <div className="wrap pt-8" data-basket="">
      <h1 className="text-3xl">{wording.navigation.basket}</h1>
      <Notices basket={basket} />
      {lines.length === 0 ? (
        <EmptyState
          image="empty-parts"
          link={{ to: paths.parts, label: 'Browse all parts', isPrimary: true }}
        >
          <p className="text-lg">Your basket is empty.</p>
        </EmptyState>
      ) : (
        <div className="basket">
          <ul>
            {lines.map((line) => (
              <Line key={line.partsId} line={line} typed={findTyped(basket, line)} />
            ))}
          </ul>
          <Summary basket={basket} />
          <BasketFit fit={basket.fit} />
        </div>
      )}
    </div>
  );
}

function findTyped({ refusedQuantity }: BasketPage, { partsId }: BasketLine): string | undefined {
  return refusedQuantity?.partId === partsId ? refusedQuantity.typed : undefined;
}

function Notices({ basket }: { basket: BasketPage }) {
  const { note } = basket;
  return (
    <div className="mt-5 grid gap-3 empty:hidden">
      {note && (
        <Notice kind={note.kind} role={note.kind === 'success' ? 'status' : 'alert'}>
          <p>{note.text}</p>
          {note.differences && (
            <ul className="basket-differences">
              {note.differences.map((sentence) => (
                <li key={sentence}>{withNonBreakingSpaces(sentence)}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <MergeNotice basket={basket} />
    </div>
  );
}

type LineProps = {
  line: BasketLine;
  /** What cannot be a quantity, as it was typed. */
  typed: string | undefined;
};

function Line({ line, typed }: LineProps) {
  const { partsId, partsName, partsPage, price, seenPrice, total, problem } = line;
  const shownName = withNonBreakingSpaces(partsName);
  return (
    <li className="basket-line" id={`part-${partsId}`}>
      <FramedImage frame="part-picture basket-picture" of={line.partsImg} alt="" sizes="9rem" />
      <div className="basket-words">
        <h2>{partsPage ? <Link to={partsPage}>{shownName}</Link> : shownName}</h2>
        {price !== null && (
          <p className="basket-price">
            {formatDollars(price)} <span className="muted">{wording.product.perUnit}</span>
          </p>
        )}
        {price !== null && price !== seenPrice && (
          <p className="basket-change">
            The price was {formatDollars(seenPrice)} when you added it; it is {formatDollars(price)} now.
          </p>
        )}
        {problem && <p className="basket-problem">{problem.detail}</p>}
        {price !== null && (
          <dl className="part-facts">
            <Fact name={wording.product.stock}>{line.available_quantity}</Fact>
            <Fact name={wording.product.minimumOrder}>{line.minimum_order}</Fact>
          </dl>
        )}
      </div>
      <QuantityForm line={line} typed={typed} />
      <p className="basket-sum">{total > 0 ? formatDollars(total) : <span className="muted">–</span>}</p>
    </li>
  );
}

/** Enter in the field presses the first button. */
function QuantityForm({ line, typed }: LineProps) {
  const { partsId, partsName, quantity } = line;
  return (
    <PageForm action={paths.basket} className="basket-quantity">
      {findPossibleQuantity(line) !== undefined && (
        <>
          <input
            className="input input-sm w-24"
            type="number"
            name="quantity"
            aria-label={`Quantity of ${partsName}`}
            aria-invalid={typed !== undefined || undefined}
            min={line.minimum_order}
            max={line.available_quantity}
            defaultValue={typed ?? quantity}
            inputMode="numeric"
            autoComplete="off" // a browser that comes back would show what was never sent
            required
          />
          <button type="submit" className="btn btn-sm" name="set" value={partsId}>
            Update <span className="sr-only">{partsName}</span>
          </button>
        </>
      )}
      <button type="submit" className="btn btn-sm" name="remove" value={partsId} formNoValidate>
        Remove <span className="sr-only">{partsName}</span>
      </button>
    </PageForm>
  );
}

function Summary({ basket }: { basket: BasketPage }) {
  return (
    <section className="basket-summary" aria-labelledby="total">
      <h2 id="total">
        Total <strong>{formatDollars(basket.total)}</strong>
      </h2>
      {basket.total > 0 && basket.includedTax && <p className="muted text-sm">{basket.includedTax}</p>}
      <UnavailableNotice basket={basket} />
      {basket.total > 0 && <BasketDelivery zones={basket.deliveryZones} />}
      <p className="basket-unsaved">
        A quantity was changed. Press its <strong>Update</strong>, then check out.
      </p>
      {/* a document of its own: this one may be without the application */}
      <p className="basket-checkout">
        <a className="btn btn-primary btn-lg" href={paths.checkout}>
          Check out
        </a>
      </p>
      <p className="muted text-sm">
        Parts in your basket are not reserved: until you order, they can sell out, and prices can change.
      </p>
      <p className="muted text-sm" data-for="visitor">
        Your basket is kept in this browser for 30 days.{' '}
        <Link className="link" to={makeLogInPath(paths.basket)}>
          Log in
        </Link>{' '}
        to find it on every device.
      </p>
      <PageForm action={paths.basket}>
        <button type="submit" className="btn btn-sm" name="empty" value="yes">
          Empty the basket
        </button>
      </PageForm>
    </section>
  );
}
