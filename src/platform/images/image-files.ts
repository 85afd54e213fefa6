/** Serves uploaded images. */
import type { FastifyInstance } from 'fastify';
import { isRefused } from '#kernel/refusals.ts';
import { imageMediaTypes, parseImageFileName } from '#kernel/uploaded-images.ts';
import type { ImageStore } from '#platform/images/store.ts';

export function imageFileRoutes(app: FastifyInstance, store: ImageStore): void {
  app.get('/images/*', { schema: { hide: true } }, async (request, reply) => {
    const name = (request.params as { '*': string })['*'];
    const image = parseImageFileName(name);
    const etag = `"${name}"`;
    if (image && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const file = image && (await store.get(name));
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such picture.\n');
    reply.header('x-content-type-options', 'nosniff');
    if (isRefused(file)) {
      return reply
        .code(503)
        .header('cache-control', 'no-store')
        .header('retry-after', 60) // seconds
        .type('image/svg+xml')
        .send(renderPlaceholder(image));
    }
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', etag)
      .header('content-disposition', `inline; filename="${name}"`)
      .header('content-length', file.size)
      .type(imageMediaTypes[image.format])
      .send(file.bytes);
  });
}

/** An image of the same size: browsers show it with any status, so pages need no script. */
function renderPlaceholder({ width, height }: { width: number; height: number }): string {
  const side = Math.min(width, height) / 4;
  const icon = `translate(${width / 2 - side / 2} ${height / 2 - side / 2}) scale(${side / 24})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#e8e6ef"/>
<g transform="${icon}" fill="none" stroke="#6b6580" stroke-width="1.5">
<rect x="2" y="4" width="20" height="16" rx="2"/><circle cx="8" cy="10" r="2"/><path d="m3 18 6-5 4 3 4-5 4 5"/>
</g></svg>`;
}
