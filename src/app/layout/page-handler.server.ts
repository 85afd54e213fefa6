/** The request handler of all pages, on the same copy of React Router that the pages import. */
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { basketContext } from '#basket/components/basket-context.server.ts';
import { catalogueContext } from '#catalogue/components/catalogue-context.server.ts';
import { reviewsContext } from '#reviews/components/reviews-context.server.ts';
import type { PageHandle } from '#root.tsx';
import { settingsContext } from '#settings/components/settings-context.server.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';
import { visitContext } from '#ui/session/load-on-server.server.ts';

type ContextValue<Context> = Context extends RouterContext<infer Value> ? Value : never;

/** What the loaders of pages read. */
export type PageSources = {
  page: ContextValue<typeof pageContext>;
  catalogue: ContextValue<typeof catalogueContext>;
  reviewsFrom: ContextValue<typeof reviewsContext>;
  settings: ContextValue<typeof settingsContext>;
  /** Undefined on pages that are the same for everybody. */
  readBasket: ContextValue<typeof basketContext>;
  /** Asked by private pages, whose answers are never kept. */
  findVisit: ContextValue<typeof visitContext>;
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
