/** Renders a whole page on the server; a header marks pages that are the same for everybody. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { applicationId, type DeferredApplication } from '#app/layout/start-application.ts';
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
        progressiveChunkSize: Number.POSITIVE_INFINITY, // in one piece: nothing moves when a later one comes
        onAllReady() {
          const body = new PassThrough();
          pipe(body);
          const isDeferred = !isPublic && import.meta.env.PROD;
          text(body)
            .then((html) => (isDeferred ? deferApplication(html, entry) : html))
            .then((html) => resolve(new Response(html, { headers, status })), reject);
        },
        onShellError: reject,
        onError: (error) => console.error(error),
      },
    );
  });
}

const preloads = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const moduleScript = /<script ([^>]*)type="module" async="">[^<]*<\/script>/;

/**
 * The application's scripts as data for the small one, which loads them after the first paint: on a slow line they would come
 * before the style sheets.
 */
function deferApplication(html: string, { manifest, staticHandlerContext }: EntryContext): string {
  const application: DeferredApplication = {
    files: [...html.matchAll(preloads)].map(([, file = '']) => file),
    manifest: manifest.url,
    routes: staticHandlerContext.matches.map(({ route }) => [
      route.id,
      manifest.routes[route.id]?.module ?? '',
    ]),
    entry: manifest.entry.module,
  };
  const data = `type="application/json" id="${applicationId}">${JSON.stringify(application)}</script>`;
  return html
    .replaceAll(preloads, '')
    .replace(moduleScript, (_, nonceAttribute: string) => `<script ${nonceAttribute}${data}`);
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
