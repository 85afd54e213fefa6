/** Manage Reviews: an administrator hides a review that does not belong into public, or shows it again. */
import { useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { hideReview, listReviews, type Review } from '#contract/reviews.ts';
import { ask, askPage, isProblem } from '#web/api-client.ts';
import { DataTable } from '#web/components/data-list.tsx';
import { ListPages, listQuestion, useFirstSerial } from '#web/components/list-controls.tsx';
import { Stars } from '#web/components/stars.tsx';
import { orThrow, requirePerson } from '#web/guard.ts';
import type { Route } from './+types/manage-reviews.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  return { listed: orThrow(request, await askPage(listReviews, { query: listQuestion(request) })) };
}

export default function ManageReviews({ loaderData: { listed } }: Route.ComponentProps) {
  const firstSerial = useFirstSerial();
  const [search] = useSearchParams();
  const showsHidden = search.get('status') === 'hidden';
  return (
    <section>
      <h2 className="dashboard-heading">Manage Reviews</h2>
      <p className="mb-4 flex gap-3">
        <Link className="btn btn-sm" to="?" aria-current={showsHidden ? undefined : 'page'}>
          Shown on the home page
        </Link>
        <Link className="btn btn-sm" to="?status=hidden" aria-current={showsHidden ? 'page' : undefined}>
          Hidden
        </Link>
      </p>
      {listed.rows.length > 0 && (
        <DataTable
          caption="Manage Reviews"
          rows={listed.rows}
          columns={[
            { heading: 'Serial no', cell: (_, index) => firstSerial + index },
            { heading: 'User name', cell: (review) => review.name },
            { heading: 'Rating', cell: (review) => <Stars rating={review.rating} /> },
            { heading: 'Review', cell: (review) => <span className="break-words">{review.review}</span> },
            { heading: 'Action', cell: (review) => <Action review={review} /> },
          ]}
        />
      )}
      <ListPages listed={listed} />
    </section>
  );
}

function Action({ review }: { review: Review }) {
  const revalidator = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const verb = review.hidden ? 'Show' : 'Hide';

  async function turn() {
    if (isBusy) return;
    setBusy(true);
    const answer = await ask(hideReview, { params: { id: review._id }, body: { hidden: !review.hidden } });
    setBusy(false);
    if (isProblem(answer)) return void toast.error(answer.detail);
    toast.success(answer.hidden ? 'The review is hidden' : 'The review is shown');
    await revalidator.revalidate();
  }

  return (
    <button
      type="button"
      className="btn btn-sm"
      aria-label={`${verb} the review of ${review.name}`}
      aria-disabled={isBusy}
      onClick={turn}
    >
      {verb}
    </button>
  );
}
