/** The five categories of the shop, each with a picture of one of its parts. */
import { Link } from 'react-router';
import { pluralOf } from '#domain/category-names.ts';
import type { Category } from '#domain/parts.ts';
import { Picture } from '#web/components/picture.tsx';

const shelves: { category: Category; picture: string }[] = [
  { category: 'memory', picture: 'memory-2-white-lit' },
  { category: 'hard-disk', picture: 'hdd-35-dark' },
  { category: 'ssd', picture: 'ssd-m2-heatsink' },
  { category: 'motherboard', picture: 'motherboard-atx-white' },
  { category: 'graphics-card', picture: 'graphics-card-3-silver' },
];

export function Shelves() {
  return (
    <nav className="wrap" aria-label="Categories">
      <ul className="shelves">
        {shelves.map(({ category, picture }) => (
          <li key={category}>
            <Link className="shelf" to={`/parts/${category}`}>
              <span className="part-picture block">
                <Picture of={picture} alt="" sizes="(width >= 64rem) 15rem, 9rem" />
              </span>
              {pluralOf[category]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
