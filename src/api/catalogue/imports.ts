/** The routes of imports in the browser. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { makeAdmission } from '#api/images/admit-uploads.ts';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { confirmImportEndpoint, previewImportEndpoint } from '#contract/catalogue/imports.ts';
import type { Database } from '#database/connect.ts';
import { runWithoutBudget } from '#database/time-budget.ts';
import { confirmImport } from '#shop/catalogue/confirm-import.ts';
import { previewImport } from '#shop/catalogue/preview-import.ts';

const limits = { maxConcurrent: 4, maxConcurrentPerPerson: 2, maxPerHour: 100 };

/** `background`: a large file takes longer than requests may use the database. */
export async function importRoutes(
  app: FastifyInstance,
  services: ApiDependencies,
  background: Database,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, _body, done) => done(null)); // `receiveUpload` refuses it
  const refusals = { busy: 'too-many-imports', tooMany: 'too-many-imports' } as const;
  const admit = makeAdmission(services, limits, { subject: 'imports', ...refusals });
  const db = { db: background };

  registerEndpoint(
    app,
    services,
    previewImportEndpoint,
    ({ upload, query: { category, only } }) =>
      runWithoutBudget(() =>
        previewImport(db, { file: { ...upload, category, isPriceList: only === 'prices' } }),
      ),
    admit,
  );

  registerEndpoint(
    app,
    services,
    confirmImportEndpoint,
    ({ upload, query: { category, only, hash }, viewer, at }) =>
      runWithoutBudget(async () => {
        const file = { ...upload, category, isPriceList: only === 'prices' };
        const outcome = await confirmImport(db, { file, hash, viewer, at });
        await services.catalogue.catchUp().catch(() => {}); // lists then show all of it, or say why not
        return outcome;
      }),
    admit,
  );
}
