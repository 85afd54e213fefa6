/** Turns the pages of a list: real links, so that it works without a script and each page can be kept. */
import { Link } from 'react-router';

/** `address`: of the first page. */
type PagerProps = { page: number; pageCount: number; address: string };

export function Pager({ page, pageCount, address }: PagerProps) {
  if (pageCount <= 1) return null;
  const turned = `${address}${address.includes('?') ? '&' : '?'}page=`;
  const to = (number: number) => (number === 1 ? address : turned + number);
  return (
    <nav className="pager mt-10 flex flex-wrap items-center justify-center gap-1" aria-label="Pages">
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev">
          Previous
        </Link>
      )}
      {shownPages(page, pageCount).map((number, index, shown) => (
        <PageLink
          key={number}
          number={number}
          hasGap={number - (shown[index - 1] ?? 0) > 1}
          page={page}
          to={to(number)}
        />
      ))}
      {page < pageCount && (
        <Link to={to(page + 1)} rel="next">
          Next
        </Link>
      )}
    </nav>
  );
}

function PageLink({
  number,
  hasGap,
  page,
  to,
}: {
  number: number;
  hasGap: boolean;
  page: number;
  to: string;
}) {
  return (
    <>
      {hasGap && <span aria-hidden="true">…</span>}
      <Link to={to} aria-current={number === page ? 'page' : undefined} aria-label={`Page ${number}`}>
        {number}
      </Link>
    </>
  );
}

/** The first, the last, and those around the present one. */
function shownPages(page: number, pageCount: number): number[] {
  const near = [1, page - 1, page, page + 1, pageCount];
  return [...new Set(near)].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b);
}
