/** The route of the image host. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '#api/problems.ts';
import { type Services, serve } from '#api/serve.ts';
import { uploadImage } from '#contract/images.ts';
import { isRefused } from '#domain/refusals.ts';
import { pictureAddress, widthsOf } from '#domain/uploaded-pictures.ts';
import { storeImage } from '#shop/store-image.ts';

/** Uploads are in memory from their first byte until they are stored: so many at most, of 10 MB each. */
const atOnce = 24;

export async function imageRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, _body, done) => done(null)); // is refused as no form

  let underWay = 0;
  app.addHook('onRequest', async (_request, reply) => {
    if (underWay >= atOnce) return sendRefusal(reply, { refused: 'image-host-busy' });
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
    });
  });

  serve(app, services, uploadImage, async ({ upload, at }) => {
    const image = await storeImage(services.db, services.images, { upload, at });
    if (isRefused(image)) return image;
    const { key, width, height } = image;
    return {
      success: true as const,
      data: { url: pictureAddress(key, width), width, height, widths: widthsOf(width) },
    };
  });
}
