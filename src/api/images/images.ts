/** The route of the image host. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, type RequestContext, registerEndpoint } from '#api/register-endpoint.ts';
import { uploadImageEndpoint } from '#contract/images.ts';
import { chooseWidths, makeImageAddress } from '#domain/images/uploaded-images.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { storeImage } from '#shop/images/store-image.ts';
import { countAttempt } from '#shop/people/count-attempt.ts';

export type UploadLimits = {
  /** Uploads are in memory from their first byte until they are stored: so many at most, of 10 MB each. */
  atOnce: number;
  /** So many of them may be one person's. */
  perPerson: number;
  /** So many of one person in an hour. */
  perHour: number;
};

const defaultLimits: UploadLimits = { atOnce: 24, perPerson: 2, perHour: 100 };
const hourMs = 60 * 60 * 1000;

export async function imageRoutes(
  app: FastifyInstance,
  services: ApiDependencies,
  limits: UploadLimits = defaultLimits,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, _body, done) => done(null)); // is refused as no form

  /** Whose uploads are under way. */
  const underWay: string[] = [];

  async function admit({
    viewer,
    reply,
    at,
  }: RequestContext<typeof uploadImageEndpoint>): Promise<Refusal | undefined> {
    if (underWay.filter((id) => id === viewer.id).length >= limits.perPerson)
      return { refused: 'too-many-uploads' };
    if (underWay.length >= limits.atOnce) return { refused: 'image-host-busy' };
    underWay.push(viewer.id);
    reply.raw.once('close', () => underWay.splice(underWay.indexOf(viewer.id), 1));
    const attempt = { key: `uploads of ${viewer.id}`, window: hourMs, at };
    const { count, until } = await countAttempt(services, attempt);
    if (count <= limits.perHour) return undefined;
    reply.header('retry-after', Math.ceil((until.getTime() - at.getTime()) / 1000));
    return { refused: 'too-many-uploads' };
  }

  const store = async ({ upload, at }: RequestContext<typeof uploadImageEndpoint>) => {
    const image = await storeImage(services, { upload, at });
    if (isRefused(image)) return image;
    const { key, width, height } = image;
    return {
      success: true as const,
      data: { url: makeImageAddress(key, width), width, height, widths: chooseWidths(width) },
    };
  };
  registerEndpoint(app, services, uploadImageEndpoint, store, admit);
}
