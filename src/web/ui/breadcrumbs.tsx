/** Where a page lies: the way to it, each step a link, and the page itself last. */
import { Link } from 'react-router';

type BreadcrumbsProps = { steps: readonly { name: string; to: string }[]; here: string };

export function Breadcrumbs({ steps, here }: BreadcrumbsProps) {
  return (
    <nav className="crumbs" aria-label="Where you are">
      <ol>
        {steps.map(({ name, to }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
