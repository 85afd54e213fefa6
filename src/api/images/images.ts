/** The route of image uploads. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, type RequestContext, registerEndpoint } from '#api/register-endpoint.ts';
import { uploadImageEndpoint } from '#contract/images.ts';
import { chooseWidths, makeImageAddress } from '#domain/images/uploaded-images.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { storeImage } from '#shop/images/store-image.ts';
import { countAttempt } from '#shop/people/count-attempts.ts';

export type UploadLimits = {
  /** Concurrent uploads; each holds up to 10 MB of memory. */
  maxConcurrent: number;
  maxConcurrentPerPerson: number;
  maxPerHour: number;
};

const defaultLimits: UploadLimits = { maxConcurrent: 24, maxConcurrentPerPerson: 2, maxPerHour: 100 };
const hourMs = 60 * 60 * 1000;

export async function imageRoutes(
  app: FastifyInstance,
  services: ApiDependencies,
  limits: UploadLimits = defaultLimits,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, _body, done) => done(null)); // `receiveUpload` refuses it

  const uploaders: string[] = [];

  async function admit({
    viewer,
    reply,
    at,
  }: RequestContext<typeof uploadImageEndpoint>): Promise<Refusal | undefined> {
    if (uploaders.filter((id) => id === viewer.id).length >= limits.maxConcurrentPerPerson)
      return { refused: 'too-many-uploads' };
    if (uploaders.length >= limits.maxConcurrent) return { refused: 'image-host-busy' };
    uploaders.push(viewer.id);
    reply.raw.once('close', () => uploaders.splice(uploaders.indexOf(viewer.id), 1));
    const attempt = { key: `uploads of ${viewer.id}`, windowMs: hourMs, at };
    const { count, until } = await countAttempt(services, attempt);
    if (count <= limits.maxPerHour) return undefined;
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
