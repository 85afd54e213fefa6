/** The route of image uploads. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { uploadImageEndpoint } from '#images/contract/images.ts';
import { storeImage } from '#images/use-cases/store-image.ts';
import { isRefused } from '#kernel/refusals.ts';
import { chooseWidths, makeImageAddress } from '#kernel/uploaded-images.ts';
import { makeAdmission, type UploadLimits } from '#platform/http/admit-uploads.ts';
import {
  type ApiDependencies,
  type RequestContext,
  registerEndpoint,
} from '#platform/http/register-endpoint.ts';

const defaultLimits: UploadLimits = {
  maxConcurrent: 24,
  maxConcurrentOfStrangers: 12,
  maxConcurrentPerPerson: 2,
  maxPerHour: 100,
  slow: { afterMs: 1000, bytesPerSecond: 100_000 },
};

export async function imageRoutes(
  app: FastifyInstance,
  services: ApiDependencies,
  limits: UploadLimits = defaultLimits,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, _body, done) => done(null)); // `receiveUpload` refuses it

  const refusals = { busy: 'image-host-busy', tooMany: 'too-many-uploads' } as const;
  const admit = makeAdmission(services, limits, { subject: 'uploads', ...refusals });

  const store = async ({ upload, viewer, at }: RequestContext<typeof uploadImageEndpoint>) => {
    const image = await storeImage(services, { viewer, upload: upload.bytes, at });
    if (isRefused(image)) return image;
    const { key, width, height } = image;
    return {
      success: true as const,
      data: { url: makeImageAddress(key, width), width, height, widths: chooseWidths(width) },
    };
  };
  registerEndpoint(app, services, uploadImageEndpoint, store, { admit });
}
