/** Whether a part fits what the visitor chose last, which is known in the browser only: the small script fills it. */
import { Link } from 'react-router';
import * as paths from '#kernel/paths.ts';

export function ChosenFit({ id, className }: { id: string; className?: string }) {
  return (
    <p className={className} data-fit={id} hidden>
      <span />{' '}
      <Link className="link" to={paths.build} rel="nofollow">
        See it with what you chose
      </Link>
    </p>
  );
}
