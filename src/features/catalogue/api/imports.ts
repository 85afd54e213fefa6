/** The routes of imports in the browser. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import {
  confirmImportEndpoint,
  type ImportOptions,
  previewImportEndpoint,
} from '#catalogue/contract/imports.ts';
import type { Catalogue } from '#catalogue/database/catalogue.ts';
import { confirmImportTask, previewImportTask } from '#catalogue/use-cases/isolated-tasks.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import { runWithoutBudget } from '#platform/database/time-budget.ts';
import { makeAdmission } from '#platform/http/admit-uploads.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';
import { runIsolated } from '#platform/system/isolation/run-isolated.ts';

/** Only administrators import. */
const limits = {
  maxConcurrent: 4,
  maxConcurrentOfStrangers: 0,
  maxConcurrentPerPerson: 2,
  maxPerHour: 100,
  slow: { afterMs: 1000, bytesPerSecond: 100_000 },
};

export async function importRoutes(
  app: FastifyInstance,
  services: ApiDependencies & { catalogue: Pick<Catalogue, 'catchUp'> },
  databaseAddress: DatabaseAddress,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, _body, done) => done(null)); // `receiveUpload` refuses it
  const refusals = { busy: 'too-many-imports', tooMany: 'too-many-imports' } as const;
  const admit = makeAdmission(services, limits, { subject: 'imports', ...refusals });

  registerEndpoint(
    app,
    services,
    previewImportEndpoint,
    ({ upload, query, viewer }) => {
      const file = { ...upload, ...readOptions(query) };
      return runIsolated(services, { task: previewImportTask, args: [databaseAddress, { file }], viewer });
    },
    { admit },
  );

  registerEndpoint(
    app,
    services,
    confirmImportEndpoint,
    ({ upload, query, viewer, at }) =>
      runWithoutBudget(async () => {
        const file = { ...upload, ...readOptions(query) };
        const args = [databaseAddress, { file, hash: query.hash, viewer, at }] as const;
        const outcome = await runIsolated(services, { task: confirmImportTask, args: [...args], viewer });
        await services.catalogue.catchUp().catch(() => {}); // lists then show all of it, or say why not
        return outcome;
      }),
    { admit },
  );
}

function readOptions({ category, only, jumps, removals }: ImportOptions) {
  const allowed = { jumps: jumps === 'allow', removals: removals === 'allow' };
  return { category, isPriceList: only === 'prices', allowed };
}
