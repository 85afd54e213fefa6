/** What a basket says about itself: that two became one, and what its total leaves out. */
import { type Basket, countUnavailable } from '#basket/components/basket-view.ts';
import { Notice } from '#ui/components/notice.tsx';

export function MergeNotice({ basket: { merged, leftOut } }: { basket: Basket }) {
  if (!merged) return null;
  return (
    <Notice kind="info" role="status">
      We put what was in your basket here and there together, with the larger quantity of each part.
      {leftOut > 0 &&
        ` There was no room for ${leftOut === 1 ? 'one of the parts' : `${leftOut} of the parts`}.`}
    </Notice>
  );
}

export function UnavailableNotice({ basket }: { basket: Basket }) {
  const count = countUnavailable(basket);
  if (count === 0) return null;
  return (
    <p>
      {count === 1 ? 'One part is' : `${count} parts are`} not in the total, because nobody can buy{' '}
      {count === 1 ? 'it' : 'them'} at the moment.
    </p>
  );
}
