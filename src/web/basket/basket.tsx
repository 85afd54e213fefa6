/** The basket: a public page without React in the browser, rendered for whoever asks and never cached. */
import { Link } from 'react-router';
import { maxLineQuantity } from '#domain/basket/baskets.ts';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import * as paths from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';
import stylesheet from '#web/basket/basket.css?url';
import { readBasketPage } from '#web/basket/basket.server.ts';
import type { BasketPage, BasketPageLine } from '#web/basket/basket-view.ts';
import { CheckOut, OrderLink } from '#web/basket/check-out.tsx';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { makePageMeta } from '#web/ui/page-meta.ts';
import type { Route } from './+types/basket.ts';

export const handle = { isPublic: true };

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

export function loader({ context, url }: Route.LoaderArgs) {
  return readBasketPage(context, url);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  makePageMeta({
    matches,
    title: wording.navigation.basket,
    description: 'The parts that you have put into your basket, with their stock and price of now.',
    canonical: undefined,
  });

export default function Basket({ loaderData: { basket } }: Route.ComponentProps) {
  const { lines } = basket;
  return (
    <div className="wrap pt-8" data-basket="">
      <h1 className="text-3xl">{wording.navigation.basket}</h1>
      <Notices basket={basket} />
      {lines.length === 0 ? (
        <EmptyState image="empty-parts">
          <p className="text-lg">Your basket is empty.</p>
          <Link className="btn btn-primary" to={paths.parts}>
            Browse all parts
          </Link>
        </EmptyState>
      ) : (
        <div className="basket">
          <ul>
            {lines.map((line) => (
              <Line key={line.partId} line={line} isOnly={lines.length === 1} />
            ))}
          </ul>
          <Summary basket={basket} />
        </div>
      )}
    </div>
  );
}

function Notices({ basket: { note, isMerged, leftOut } }: { basket: BasketPage }) {
  return (
    <div className="basket-notices">
      {note && (
        <Notice kind={note.kind} role={note.kind === 'success' ? 'status' : 'alert'}>
          {note.text}
        </Notice>
      )}
      {isMerged && (
        <Notice kind="info" role="status">
          We put what was in your basket here and there together, with the larger quantity of each part.
          {leftOut > 0 &&
            ` There was no room for ${leftOut === 1 ? 'one of the parts' : `${leftOut} of the parts`}.`}
        </Notice>
      )}
    </div>
  );
}

function Line({ line, isOnly }: { line: BasketPageLine; isOnly: boolean }) {
  const { partId, name, address, price, earlierPrice, total, problem } = line;
  const shownName = withNonBreakingSpaces(name);
  return (
    <li className="basket-line" id={`part-${partId}`}>
      <div className="basket-picture">
        <ResponsiveImage of={line.image} alt="" sizes="9rem" />
      </div>
      <div className="basket-words">
        <h2>{address ? <Link to={address}>{shownName}</Link> : shownName}</h2>
        {price && (
          <p className="basket-price">
            {price} <span className="muted">{wording.product.perUnit}</span>
          </p>
        )}
        {earlierPrice && (
          <p className="basket-change">
            The price was {earlierPrice} when you put it in; it is {price} now.
          </p>
        )}
        {problem && <p className="basket-problem">{problem}</p>}
        {price && (
          <dl className="part-facts">
            <div>
              <dt>{wording.product.stock}</dt>
              <dd>{line.stock}</dd>
            </div>
            <div>
              <dt>{wording.product.minimumOrder}</dt>
              <dd>{line.minimumOrder}</dd>
            </div>
          </dl>
        )}
      </div>
      <QuantityForm line={line} />
      <p className="basket-sum">{total ?? <span className="muted">–</span>}</p>
      {!isOnly && (
        <p className="basket-order">
          <OrderLink line={line} />
        </p>
      )}
    </li>
  );
}

/** Enter in the field presses the first button. */
function QuantityForm({ line: { partId, name, price, quantity } }: { line: BasketPageLine }) {
  return (
    <form className="basket-quantity" method="post" action={paths.basket}>
      {price && (
        <>
          <input
            className="input input-sm w-24"
            type="number"
            name="quantity"
            aria-label={`Quantity of ${name}`}
            min={1}
            max={maxLineQuantity}
            defaultValue={quantity}
            inputMode="numeric"
            required
          />
          <button type="submit" className="btn btn-sm" name="set" value={partId}>
            Update <span className="sr-only">{name}</span>
          </button>
        </>
      )}
      <button type="submit" className="btn btn-sm" name="remove" value={partId} formNoValidate>
        Remove <span className="sr-only">{name}</span>
      </button>
    </form>
  );
}

function Summary({ basket: { lines, total, unavailableCount } }: { basket: BasketPage }) {
  return (
    <section className="basket-summary" aria-labelledby="total">
      <h2 id="total">
        Total <strong>{total}</strong>
      </h2>
      {unavailableCount > 0 && (
        <p>
          {unavailableCount === 1 ? 'One part is' : `${unavailableCount} parts are`} not in the total, because
          nobody can buy {unavailableCount === 1 ? 'it' : 'them'} at the moment.
        </p>
      )}
      <CheckOut lines={lines} />
      <p className="muted text-sm">
        A basket holds nothing from the stock: until you order, others can buy the same parts, and prices can
        change.
      </p>
      <p className="muted text-sm" data-for="visitor">
        It is kept in this browser for 30 days.{' '}
        <Link className="link" to={`${paths.logIn}?from=${encodeURIComponent(paths.basket)}`}>
          Log in
        </Link>{' '}
        to find it on every device.
      </p>
      <form method="post" action={paths.basket}>
        <button type="submit" className="btn btn-sm" name="empty" value="yes">
          Empty the basket
        </button>
      </form>
    </section>
  );
}
