/** Manage Reviews: an administrator hides reviews or shows them again. */
import MessageSquareText from 'lucide:message-square-text';
import { Link, useSearchParams } from 'react-router';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { HideReview, Stars } from '#reviews/components/review-card.tsx';
import { listReviewsEndpoint } from '#reviews/contract/reviews.ts';
import { ListView } from '#ui/components/list-view.tsx';
import { EmptyState } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { makeListLoader } from '#ui/session/load-list.ts';
import type { Route } from './+types/manage-reviews.ts';

export const meta = describePrivatePage(
  'Manage Reviews',
  'What buyers wrote of the shop and of parts, shown or hidden.',
);

export const clientLoader = makeListLoader(listReviewsEndpoint);

const lists = [
  {
    search: '',
    label: 'Of the shop, on the home page',
    title: 'Nobody has reviewed the shop yet',
    text: 'Customers do so in their dashboard. You read here what they wrote, and can hide it.',
  },
  {
    search: 'of=parts',
    label: 'Of parts',
    title: 'Nobody has reviewed a part yet',
    text: 'Customers do so in their dashboard, once they have bought it. You read here what they wrote, and can hide it.',
  },
  {
    search: 'status=hidden',
    label: 'Hidden',
    title: 'No review is hidden',
    text: 'What you hide is kept here, and can be shown again.',
  },
  {
    search: 'status=waiting',
    label: 'Not shown yet',
    title: 'No review waits to be shown',
    text: 'Where your setting REVIEWS_FROM asks for a confirmed e-mail address or a purchase, reviews of people without it wait here until they have it.',
  },
];

function isSelected(search: URLSearchParams, list: string): boolean {
  const [name = 'of', value = ''] = list.split('=').filter(Boolean);
  return list === '' ? !search.has('of') && !search.has('status') : search.get(name) === value;
}

export default function ManageReviews({ loaderData: { page } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const current = lists.findLast(({ search: to }) => isSelected(search, to));
  return (
    <ListView
      heading="Manage Reviews"
      page={page}
      serial="Serial no"
      columns={[
        { heading: 'User name', isName: true, cell: (review) => review.name },
        {
          heading: 'About',
          cell: ({ partsId, partsName }) =>
            partsId ? (
              <Link className="link" to={paths.purchase(partsId)}>
                {withNonBreakingSpaces(partsName ?? '')}
              </Link>
            ) : (
              <span className="whitespace-nowrap">The shop</span>
            ),
        },
        { heading: 'Rating', cell: (review) => <Stars rating={review.rating} /> },
        { heading: 'Review', cell: (review) => <span className="break-words">{review.review}</span> },
        { heading: 'Action', cell: (review) => <HideReview review={review} /> },
      ]}
      isFiltered={false} // each of the lists says itself why it is empty
      empty={
        <EmptyState
          icon={MessageSquareText}
          link={{ to: paths.manageOrders, label: wording.dashboard.manageOrders }}
        >
          <h3 className="text-lg font-semibold">{current?.title}</h3>
          <p className="max-w-[52ch]">{current?.text}</p>
        </EmptyState>
      }
    >
      <p className="mb-4 flex flex-wrap gap-3">
        {lists.map(({ search: to, label }) => (
          <Link
            key={to}
            className={isSelected(search, to) ? 'btn btn-sm btn-tint' : 'btn btn-sm'}
            to={`?${to}`}
            aria-current={isSelected(search, to) ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </p>
    </ListView>
  );
}
