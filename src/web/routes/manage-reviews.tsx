/** Manage Reviews: an administrator hides a review that does not belong into public, or shows it again. */
import { Link, useSearchParams } from 'react-router';
import { listReviews } from '#contract/reviews.ts';
import { askPage } from '#web/api-client.ts';
import { DataTable } from '#web/components/data-list.tsx';
import { HideReview } from '#web/components/hide-review.tsx';
import { ListPages, listQuestion, useFirstSerial } from '#web/components/list-controls.tsx';
import { Stars } from '#web/components/stars.tsx';
import { orThrow, requirePerson } from '#web/guard.ts';
import { ownPageHead } from '#web/own-page-head.ts';
import type { Route } from './+types/manage-reviews.ts';

export const meta = () =>
  ownPageHead('Manage Reviews', 'What buyers wrote of the shop and of parts, shown or hidden.');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  return { listed: orThrow(request, await askPage(listReviews, { query: listQuestion(request) })) };
}

const lists = [
  { search: '', label: 'Of the shop, on the home page' },
  { search: 'of=parts', label: 'Of parts' },
  { search: 'status=hidden', label: 'Hidden' },
];

function isOf(search: URLSearchParams, list: string): boolean {
  const [name = 'of', value = ''] = list.split('=').filter(Boolean);
  return list === '' ? !search.has('of') && !search.has('status') : search.get(name) === value;
}

export default function ManageReviews({ loaderData: { listed } }: Route.ComponentProps) {
  const firstSerial = useFirstSerial();
  const [search] = useSearchParams();
  return (
    <section>
      <h2 className="dashboard-heading">Manage Reviews</h2>
      <p className="mb-4 flex flex-wrap gap-3">
        {lists.map(({ search: to, label }) => (
          <Link
            key={to}
            className={isOf(search, to) ? 'btn btn-sm btn-tint' : 'btn btn-sm'}
            to={`?${to}`}
            aria-current={isOf(search, to) ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </p>
      {listed.rows.length > 0 && (
        <DataTable
          caption="Manage Reviews"
          rows={listed.rows}
          columns={[
            { heading: 'Serial no', cell: (_, index) => firstSerial + index },
            { heading: 'User name', isName: true, cell: (review) => review.name },
            {
              heading: 'About',
              cell: ({ partsId, partsName }) =>
                partsId ? (
                  <Link className="link" to={`/purchase/${partsId}`}>
                    {partsName}
                  </Link>
                ) : (
                  <span className="whitespace-nowrap">The shop</span>
                ),
            },
            { heading: 'Rating', cell: (review) => <Stars rating={review.rating} /> },
            { heading: 'Review', cell: (review) => <span className="break-words">{review.review}</span> },
            { heading: 'Action', cell: (review) => <HideReview review={review} /> },
          ]}
        />
      )}
      <ListPages listed={listed} />
    </section>
  );
}
