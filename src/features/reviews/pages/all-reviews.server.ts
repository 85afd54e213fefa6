/** Loads a page of the reviews of the shop. */
import { data, type RouterContextProvider } from 'react-router';
import { parsePageNumber } from '#catalogue/rules/lists/list-queries.ts';
import * as paths from '#kernel/paths.ts';
import { readShopReviews, reviewsPerPage } from '#reviews/components/review-cards.server.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

/** Responds with 404 to a page past the last. */
export async function readAllReviews(context: Readonly<RouterContextProvider>, url: URL) {
  const { publicUrl, showsStock } = context.get(pageContext);
  showsStock({ parts: [], showsAvailability: false });
  const page = parsePageNumber(url.searchParams.get('page')) ?? 1;
  const shown = await readShopReviews(context, page);
  const pageCount = Math.max(1, Math.ceil(shown.total / reviewsPerPage));
  const reviews = {
    ...shown,
    page,
    pageCount,
    canonical: publicUrl + (page === 1 ? paths.reviews : `${paths.reviews}?page=${page}`),
  };
  return data(reviews, { status: page <= pageCount ? 200 : 404 });
}
