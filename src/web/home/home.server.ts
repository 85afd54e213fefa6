/** Loads the home page. */

import type { RouterContextProvider } from 'react-router';
import { nameParts } from '#database/catalogue/part-names.ts';
import { findFirstPartsOnSale } from '#database/catalogue/parts.ts';
import { findNewestReviews, findShopRating } from '#database/reviews.ts';
import { definitions } from '#domain/catalogue/categories.ts';
import { isDeliveryFree } from '#domain/delivery/rules-wording.ts';
import * as paths from '#domain/paths.ts';
import { makePartCard } from '#web/catalogue/part-cards.server.ts';
import { readPromises } from '#web/delivery/promises.server.ts';
import type { CategoryLink } from '#web/home/category-links.tsx';
import { makePreviewImage } from '#web/images/image-manifest.server.ts';
import { makeReviewCard, reviewsPerPage } from '#web/reviews/review-cards.server.ts';
import { pageContext } from '#web/server/shop-context.server.ts';

export async function readHome(context: Readonly<RouterContextProvider>) {
  const { db, publicUrl, reviewsFrom: from, settings, showsStock } = context.get(pageContext);
  const [parts, reviews, rating, promises] = await Promise.all([
    findFirstPartsOnSale(db, 6),
    findNewestReviews(db, { from, limit: reviewsPerPage }),
    findShopRating(db, from),
    readPromises(context),
  ]);
  showsStock({ parts: parts.rows.map(({ id }) => id), showsAvailability: true });
  return {
    categories: listCategoryLinks(),
    parts: (await nameParts(db, parts.rows)).map((part) => makePartCard(part, promises)),
    deliveryNote: promises.note,
    isDeliveryFree: isDeliveryFree(promises.rules),
    partCount: parts.total,
    reviews: reviews.rows.map((review) => makeReviewCard(review, settings.timeZone)),
    reviewCount: reviews.total,
    rating,
    ceo: { name: settings.portfolioName, image: settings.portfolioImage },
    canonical: `${publicUrl}/`,
    preview: makePreviewImage(
      { address: '/pictures/banner-authentic-1280.jpg', description: 'Authentic computer parts' },
      publicUrl,
    ),
  };
}

function listCategoryLinks(): CategoryLink[] {
  return definitions.flatMap(({ id, labels, homeImageKey }) =>
    homeImageKey ? [{ to: paths.category(id), label: labels.plural, imageKey: homeImageKey }] : [],
  );
}
