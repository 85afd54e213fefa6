/** A form that puts a part into the basket. */
import type { ReactNode } from 'react';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { PageForm } from '#ui/components/page-form.tsx';

type AddToBasketProps = {
  part: { id: string; name: string };
  /** The classes of the button. */
  look: string;
  /** The id of the form, for buttons outside of it. */
  formId?: string;
  /** Fields in front of the button. */
  children?: ReactNode;
};

const added = { done: '{quantity} in basket', doneLink: paths.basket, failed: 'It is not in your basket' };

/** Where there is little room, styles show the first word alone. */
const [add = '', ...toBasket] = wording.basket.add.split(/(?= )/);

export function AddToBasket({ part: { id, name }, look, formId, children }: AddToBasketProps) {
  return (
    <PageForm action={paths.basket} id={formId} className="add" inPlace={added}>
      {children}
      <button type="submit" className={look} name="add" value={id}>
        <span>
          {add}
          <span className="add-where">{toBasket.join('')}</span> <span className="sr-only">{name}</span>
        </span>
      </button>
      <output />
    </PageForm>
  );
}
