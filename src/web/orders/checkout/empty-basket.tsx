/** The checkout of a basket that is empty, or has become so. */
import { Link } from 'react-router';
import * as paths from '#domain/paths.ts';
import { makeLogInPath } from '#domain/people/return-path.ts';
import { WhereOrdersAre } from '#web/orders/checkout/where-orders-are.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useFocusOnMount } from '#web/ui/focus.ts';

/** `news`: it has become empty, and why; undefined when it was. */
export function EmptyBasket({ news, isVisitor }: { news: string | undefined; isVisitor: boolean }) {
  return (
    <EmptyState image="empty-parts">
      {news === undefined ? <p className="text-lg">{emptyText}</p> : <News text={`${news} ${emptyText}`} />}
      {isVisitor ? (
        <p>
          <Link className="link" to={makeLogInPath(paths.checkout)}>
            Log in
          </Link>{' '}
          to find what you have put in elsewhere.
        </p>
      ) : (
        <WhereOrdersAre />
      )}
      <Link className="btn btn-primary" to={paths.parts}>
        Browse all parts
      </Link>
    </EmptyState>
  );
}

const emptyText = 'Your basket is empty.';

/** It has replaced the form, and with it the button that was pressed. */
function News({ text }: { text: string }) {
  const element = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p className="text-lg" role="alert" tabIndex={-1} ref={element}>
      {text}
    </p>
  );
}
