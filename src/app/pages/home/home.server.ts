/** Loads the home page. */
import type { RouterContextProvider } from 'react-router';
import { makePartCard } from '#app/pages/parts/part-cards.server.ts';
import { findFirstPartsOnSale } from '#catalogue/database/part-lists.ts';
import { showParts } from '#catalogue/database/shown-parts.ts';
import { definitions } from '#catalogue/rules/categories.ts';
import { readPromises } from '#delivery/components/promises.server.ts';
import { listReadyBuilds } from '#fit/components/ready-builds.server.ts';
import * as paths from '#kernel/paths.ts';
import { readShopReviews } from '#reviews/components/review-cards.server.ts';
import { settingsContext } from '#settings/components/settings-context.server.ts';
import type { PageText, ProseNode } from '#settings/rules/prose.ts';
import { makePreviewImage } from '#ui/images/image-manifest.server.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

export async function readHome(context: Readonly<RouterContextProvider>) {
  const { db, publicUrl, showsStock } = context.get(pageContext);
  const { texts, ...settings } = context.get(settingsContext);
  const [parts, reviews, promises, ready] = await Promise.all([
    findFirstPartsOnSale(db, 6),
    readShopReviews(context),
    readPromises(context),
    listReadyBuilds(db),
  ]);
  showsStock({ parts: [...parts.rows.map(({ id }) => id), ...ready.partIds], showsAvailability: true });
  return {
    categories: definitions.flatMap(({ id, labels, homeImageKey }) =>
      homeImageKey ? [{ to: paths.category(id), label: labels.plural, imageKey: homeImageKey }] : [],
    ),
    parts: (await showParts(db, parts.rows)).map((part) => makePartCard(part, promises)),
    deliveryNote: promises.note,
    partCount: parts.total,
    reviews,
    readyBuilds: ready.builds,
    opening: texts.read('home-opening'),
    banner: settings.banner === 'hidden' ? null : makeBanner(texts.read('home-banner')),
    productsText: texts.read('home-products'),
    buildText: texts.read('home-build'),
    history: settings.counters === 'hidden' ? null : texts.read('home-history'),
    ceo:
      settings.ceo === 'hidden'
        ? null
        : { text: texts.read('home-ceo'), name: settings.portfolioName, image: settings.portfolioImage },
    questions: settings.questions === 'hidden' ? null : texts.read('home-questions'),
    reviewsHeading: texts.read('home-reviews').title,
    canonical: `${publicUrl}/`,
    preview: makePreviewImage(
      { address: '/pictures/banner-authentic-1280.jpg', description: 'Authentic computer parts' },
      publicUrl,
    ),
  };
}

/** A paragraph that is nothing but a link stands below the others. */
function makeBanner({ title, sections }: PageText) {
  return {
    label: title,
    slides: sections.map(({ heading, body }) => {
      const isLink = (node: ProseNode) =>
        typeof node === 'object' && node.inside.length === 1 && findTag(node.inside[0]) === 'a';
      return { title: heading, lines: body.filter((node) => !isLink(node)), links: body.filter(isLink) };
    }),
  };
}

function findTag(node: ProseNode | undefined): string | undefined {
  return typeof node === 'object' ? node.tag : undefined;
}
