/** The list of all parts on sale, page by page. */
import { Link } from 'react-router';
import { wording } from '#domain/wording.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Pager } from '#web/components/pager.tsx';
import { PartGrid } from '#web/components/part-card.tsx';
import { readParts } from '#web/routes/parts.server.ts';
import type { Route } from './+types/parts.ts';

export const handle = { isPublic: true };

export const meta = ({ loaderData }: Route.MetaArgs) => [
  {
    title:
      loaderData?.page && loaderData.page > 1
        ? `Parts, page ${loaderData.page} – ${wording.shop}`
        : `Parts – ${wording.shop}`,
  },
  {
    name: 'description',
    content: `All ${loaderData?.total ?? ''} computer parts that we sell: memory, hard disks, SSDs, motherboards and graphics cards, with stock and price.`,
  },
];

export function loader({ context, url }: Route.LoaderArgs) {
  return readParts(context, url);
}

export default function Parts({ loaderData: { parts, page, pageCount, total, from } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-8 lg:pt-10">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-3xl">{wording.navigation.parts}</h1>
        {parts.length > 0 && (
          <p className="muted text-sm">
            {from} to {from + parts.length - 1} of {total}
          </p>
        )}
      </div>
      {page === undefined ? (
        <NoSuchPage pageCount={pageCount} />
      ) : (
        <PartGrid parts={parts} heading="h2" firstCount={3} />
      )}
      {page !== undefined && total === 0 && <NothingOnSale />}
      {page !== undefined && <Pager page={page} pageCount={pageCount} path="/parts" />}
    </div>
  );
}

function NothingOnSale() {
  return (
    <EmptyState picture="empty-parts">
      <p className="text-lg">There is nothing on sale at the moment.</p>
    </EmptyState>
  );
}

function NoSuchPage({ pageCount }: { pageCount: number }) {
  return (
    <div className="py-10">
      <p className="text-lg">
        There is no such page: the list has {pageCount === 1 ? 'one page' : `${pageCount} pages`}.
      </p>
      <p className="mt-6">
        <Link className="btn btn-primary" to="/parts">
          To the first page
        </Link>
      </p>
    </div>
  );
}
