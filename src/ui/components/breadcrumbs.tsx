/** The breadcrumbs of a page: links to its parents, the page itself last. */
import { Link } from 'react-router';

type BreadcrumbsProps = { steps: readonly { name: string; to: string }[]; current: string };

export function Breadcrumbs({ steps, current }: BreadcrumbsProps) {
  return (
    <nav className="crumbs" aria-label="Where you are">
      <ol>
        {steps.map(({ name, to }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
