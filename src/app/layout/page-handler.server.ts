/** The request handler of all pages, on the same copy of React Router that the pages import. */
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { basketContext } from '#basket/components/basket-context.server.ts';
import type { Basket } from '#basket/use-cases/view-basket.ts';
import { catalogueContext } from '#catalogue/components/catalogue-context.server.ts';
import type { Catalogue } from '#catalogue/database/catalogue.ts';
import { reviewsContext } from '#reviews/components/reviews-context.server.ts';
import type { ReviewsFrom } from '#reviews/rules/reviews.ts';
import type { PageHandle } from '#root.tsx';
import { settingsContext } from '#settings/components/settings-context.server.ts';
import type { ShownSettings } from '#settings/rules/shown-texts.ts';
import { type PageContext, pageContext } from '#ui/layout/page-context.server.ts';
import { visitContext } from '#ui/session/load-on-server.server.ts';
import type { Visit } from '#ui/session/visit.ts';

/** What the loaders of pages read. */
export type PageSources = {
  page: PageContext;
  catalogue: Catalogue;
  reviewsFrom: ReviewsFrom;
  settings: ShownSettings;
  /** Undefined on pages that are the same for everybody. */
  readBasket: (() => Promise<Basket>) | undefined;
  /** Asked by private pages, whose answers are never kept. */
  findVisit: () => Promise<Visit>;
};

export type PageHandler = (request: Request, sources: PageSources) => Promise<Response>;

export function makePageHandler(build: ServerBuild, mode: 'production' | 'development'): PageHandler {
  const answer = createRequestHandler(build, mode);
  return (request, { page, catalogue, reviewsFrom, settings, readBasket, findVisit }) => {
    const context = new RouterContextProvider();
    context.set(pageContext, page);
    context.set(catalogueContext, catalogue);
    context.set(reviewsContext, reviewsFrom);
    context.set(settingsContext, settings);
    context.set(basketContext, readBasket);
    context.set(visitContext, findVisit);
    return answer(request, context);
  };
}

/** Finds the id of the route that shows a path, if its page is the same for everybody. */
export type FindPublicRoute = (path: string) => string | undefined;

export function makePublicRouteFinder({ routes }: ServerBuild): FindPublicRoute {
  const publicRoutes = Object.values(routes).flatMap((route) => {
    const isPublic = (route?.module.handle as PageHandle | undefined)?.isPublic;
    return route && isPublic ? [{ id: route.id, segments: (route.path ?? '').split('/') }] : [];
  });
  return (path) => {
    const segments = path.slice(1).split('/');
    const matches = (pattern: readonly string[]) =>
      pattern.length === segments.length &&
      pattern.every((each, index) =>
        each.startsWith(':') ? segments[index] !== '' : each === segments[index],
      );
    return publicRoutes.find((route) => matches(route.segments))?.id;
  };
}
