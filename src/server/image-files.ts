/** Hands out the pictures that were uploaded. */
import type { FastifyInstance } from 'fastify';
import { pictureTypes, readPictureFileName } from '#domain/uploaded-pictures.ts';
import type { ImageStore } from '#images/store.ts';

/** Adds `/images/<key>-<width>.<format>`; a name means the same bytes for ever, and only the shop's own names count. */
export function imageFileRoutes(app: FastifyInstance, store: ImageStore): void {
  app.get('/images/*', { schema: { hide: true } }, async (request, reply) => {
    const name = (request.params as { '*': string })['*'];
    const picture = readPictureFileName(name);
    const etag = `"${name}"`;
    if (picture && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const file = picture && (await store.get(name));
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such picture.\n');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('etag', etag)
      .header('content-length', file.size)
      .type(pictureTypes[picture.format])
      .send(file.bytes);
  });
}
