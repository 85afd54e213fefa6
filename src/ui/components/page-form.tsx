/** How every page acts as the person or visitor who sees it: a form that is sent with the browser's cookies. */
import type { ReactNode } from 'react';

type PageFormProps = {
  /** The path of a `…Form` of the contract; its buttons have the names and values that are told there. */
  action: string;
  /** For buttons outside of it. */
  id?: string;
  className?: string;
  /** With the small script, the form is sent without leaving the page. Otherwise the shop redirects to the page that follows. */
  inPlace?: {
    /** The link; `{name}` is a member of the answer: '{quantity} in basket'. */
    done: string;
    doneLink: string;
    /** The beginning of the sentence for a shop that cannot be reached: 'It is not in your basket'. */
    failed: string;
  };
  /** Fields, buttons with name and value, and with `inPlace` an `<output>`, in which the link then stands. */
  children: ReactNode;
};

/** Works without a script, and on pages that are kept for everybody: nothing of the person is in it. */
export function PageForm({ action, id, className, inPlace, children }: PageFormProps) {
  return (
    <form
      id={id}
      method="post"
      action={action}
      className={className}
      data-done={inPlace?.done}
      data-done-link={inPlace?.doneLink}
      data-failed={inPlace?.failed}
    >
      {children}
    </form>
  );
}
