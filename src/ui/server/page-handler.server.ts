/** The request handler of all pages, on the same copy of React Router that the pages import. */
import { createRequestHandler, type ServerBuild } from 'react-router';
import type { PageHandle } from '#root.tsx';
import { type PageContext, providePageContext } from '#ui/server/shop-context.server.ts';

export type PageHandler = (request: Request, context: PageContext) => Promise<Response>;

export function makePageHandler(build: ServerBuild, mode: 'production' | 'development'): PageHandler {
  const answer = createRequestHandler(build, mode);
  return (request, context) => answer(request, providePageContext(context));
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
