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

const added = {
  done: '{quantity} in basket',
  doneLink: paths.basket,
  failed: 'It is not in your basket',
};

export function AddToBasket({ part: { id, name }, look, formId, children }: AddToBasketProps) {
  return (
    <PageForm action={paths.basket} id={formId} className="add" inPlace={added}>
      {children}
      <button type="submit" className={look} name="add" value={id}>
        {wording.basket.add} <span className="sr-only">{name}</span>
      </button>
    </PageForm>
  );
}
