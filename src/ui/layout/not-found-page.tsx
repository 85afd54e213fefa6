/** The page for unknown addresses, with its head. */
import { Link } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import { type Matches, readShop } from '#ui/layout/shop.ts';

export const makeNotFoundMeta = (matches: Matches) => [
  { title: `Page not found – ${readShop(matches).name}` },
  { name: 'robots', content: 'noindex' },
];

export function NotFound() {
  return (
    <div className="wrap grid items-center gap-8 pt-8 md:grid-cols-2 lg:pt-14">
      <div className="max-md:order-2">
        <p className="silkscreen">404</p>
        <h1 className="mt-1 text-3xl">Page not found</h1>
        <p className="mt-4 max-w-[44ch] text-lg">
          There is no page at this address. It may have moved, or the address was mistyped.
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          <Link className="btn btn-primary" to={paths.parts}>
            Look at our parts
          </Link>
          <Link className="btn" to={paths.home}>
            To the home page
          </Link>
        </p>
      </div>
      <FramedImage
        of="not-found"
        alt="The number 404, with a case fan for its nought"
        sizes="(width >= 48rem) 45vw, 100vw"
        isFirst
      />
    </div>
  );
}
