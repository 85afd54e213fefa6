/** A form that puts a part into the basket; the small script sends it without leaving the page. */
import type { ReactNode } from 'react';
import * as paths from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';

type AddToBasketProps = {
  part: { id: string; name: string };
  /** The classes of the button. */
  look: string;
  /** Fields in front of the button. */
  children?: ReactNode;
};

export function AddToBasket({ part: { id, name }, look, children }: AddToBasketProps) {
  return (
    <form className="add" method="post" action={paths.basket} data-add="">
      {children}
      <button type="submit" className={look} name="add" value={id}>
        {wording.basket.add} <span className="sr-only">{name}</span>
      </button>
      <output />
    </form>
  );
}
