/** Answers pages: what the server calls, on the copy of the framework that the pages themselves use. */
import { createRequestHandler, type ServerBuild } from 'react-router';
import { type PageContext, providePageContext } from '#web/server/shop-context.server.ts';

export type PageHandler = (request: Request, context: PageContext) => Promise<Response>;

export function makePageHandler(build: ServerBuild, mode: 'production' | 'development'): PageHandler {
  const answer = createRequestHandler(build, mode);
  return (request, context) => answer(request, providePageContext(context));
}
