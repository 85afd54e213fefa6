/** Renders a whole page on the server; a header marks pages that are the same for everybody. */
import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { isUnavailable } from '#platform/database/unavailable.ts';
import type { PageHandle } from '#root.tsx';
import { PlaceholderColorContext } from '#ui/images/image-files.ts';
import { findImagePlaceholder } from '#ui/images/image-manifest.server.ts';
import { NonceContext } from '#ui/layout/nonce.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

export { makePageHandler, makePublicRouteFinder } from '#app/layout/page-handler.server.ts';

export default function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce: requestNonce } = context.get(pageContext);
  const handles = entry.staticHandlerContext.matches.map(
    ({ route }) => route.handle as PageHandle | undefined,
  );
  const isPublic = handles.some((handle) => handle?.isPublic);
  const nonce = isPublic ? undefined : requestNonce; // cached pages have none
  headers.set('content-type', 'text/html; charset=utf-8');
  if (isPublic) headers.set('x-public-page', 'yes');
  if (handles.some((handle) => handle?.takesCards)) headers.set('x-takes-cards', 'yes');
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <PlaceholderColorContext value={isPublic ? findImagePlaceholder : findNoPlaceholder}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </PlaceholderColorContext>
      </NonceContext>,
      {
        ...(nonce ? { nonce } : {}),
        onAllReady() {
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError: (error) => console.error(error),
      },
    );
  });
}

/** An unavailable database is reported on the page and in its own log. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted && !isUnavailable(error)) console.error(error);
}

/** For hydrated pages: the browser does not know the colors, and both sides must render the same. */
function findNoPlaceholder(): undefined {}

/** The data of a public page, which the hydrated application loads, is the same for everybody, too. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  response.headers.set('x-public-page', 'yes');
  return response;
};
