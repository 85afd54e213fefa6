/** The request handler of all pages, on the same copy of React Router that the pages import. */
import { createRequestHandler, type ServerBuild } from 'react-router';
import { type PageContext, providePageContext } from '#web/server/shop-context.server.ts';

export type PageHandler = (request: Request, context: PageContext) => Promise<Response>;

export function makePageHandler(build: ServerBuild, mode: 'production' | 'development'): PageHandler {
  const answer = createRequestHandler(build, mode);
  return (request, context) => answer(request, providePageContext(context));
}
