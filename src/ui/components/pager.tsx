/** Links to the pages of a public list; they work without scripts. */
import { Fragment } from 'react';
import { Link } from 'react-router';

export function Pager({ page, pageCount, address }: { page: number; pageCount: number; address: string }) {
  if (pageCount <= 1) return null;
  const pagePrefix = `${address}${address.includes('?') ? '&' : '?'}page=`;
  const formatAddress = (number: number) => (number === 1 ? address : pagePrefix + number);
  return (
    <nav className="pager mt-10 flex flex-wrap items-center justify-center gap-1" aria-label="Pages">
      {page > 1 && (
        <Link to={formatAddress(page - 1)} rel="prev">
          Previous
        </Link>
      )}
      {computeShownPages(page, pageCount).map((number, index, numbers) => (
        <Fragment key={number}>
          {number - (numbers[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
          <Link
            to={formatAddress(number)}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${number}`}
          >
            {number}
          </Link>
        </Fragment>
      ))}
      {page < pageCount && (
        <Link to={formatAddress(page + 1)} rel="next">
          Next
        </Link>
      )}
    </nav>
  );
}

function computeShownPages(page: number, pageCount: number): number[] {
  const near = [1, page - 1, page, page + 1, pageCount];
  return [...new Set(near)].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b);
}
