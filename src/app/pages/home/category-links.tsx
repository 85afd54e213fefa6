/** Links to the categories, each with an image. */
import { Link } from 'react-router';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';

export type CategoryLink = { to: string; label: string; imageKey: string };

export function CategoryLinks({ links }: { links: readonly CategoryLink[] }) {
  return (
    <nav className="wrap" aria-label="Categories">
      <ul className="shelves">
        {links.map(({ to, label, imageKey }) => (
          <li key={to}>
            <Link className="shelf" to={to}>
              <span className="part-picture block">
                <ResponsiveImage of={imageKey} alt="" sizes="10rem" />
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
