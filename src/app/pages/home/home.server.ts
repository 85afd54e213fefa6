/** Loads the home page. */

import type { RouterContextProvider } from 'react-router';
import type { CategoryLink } from '#app/pages/home/category-links.tsx';
import { makePartCard } from '#app/pages/parts/part-cards.server.ts';
import { findFirstPartsOnSale } from '#catalogue/database/part-lists.ts';
import { showParts } from '#catalogue/database/shown-parts.ts';
import { definitions } from '#catalogue/rules/categories.ts';
import { readPromises } from '#delivery/components/promises.server.ts';
import { isDeliveryFree } from '#delivery/rules/rules-wording.ts';
import { listReadyBuilds } from '#fit/components/ready-builds.server.ts';
import * as paths from '#kernel/paths.ts';
import { readShopReviews } from '#reviews/components/review-cards.server.ts';
import { settingsContext } from '#settings/components/settings-context.server.ts';
import { makePreviewImage } from '#ui/images/image-manifest.server.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

export async function readHome(context: Readonly<RouterContextProvider>) {
  const { db, publicUrl, showsStock } = context.get(pageContext);
  const settings = context.get(settingsContext);
  const [parts, reviews, promises, ready] = await Promise.all([
    findFirstPartsOnSale(db, 6),
    readShopReviews(context),
    readPromises(context),
    listReadyBuilds(db),
  ]);
  showsStock({ parts: [...parts.rows.map(({ id }) => id), ...ready.partIds], showsAvailability: true });
  return {
    categories: listCategoryLinks(),
    parts: (await showParts(db, parts.rows)).map((part) => makePartCard(part, promises)),
    deliveryNote: promises.note,
    isDeliveryFree: isDeliveryFree(promises.rules),
    partCount: parts.total,
    reviews,
    readyBuilds: ready.builds,
    hasCounters: settings.counters !== 'hidden',
    ceo: settings.ceo === 'hidden' ? null : { name: settings.portfolioName, image: settings.portfolioImage },
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
