/** The routes of the shop's settings. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { isRefused } from '#kernel/refusals.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';
import {
  readSettingsEndpoint,
  saveSettingsEndpoint,
  type settingsSchema,
} from '#settings/contract/settings.ts';
import { findSettings } from '#settings/database/settings.ts';
import { type SettingsCheck, saveSettings } from '#settings/use-cases/save-settings.ts';

/** What features above know of the shop. */
export type DescribeShop = (
  at: Date,
) => Promise<Pick<z.infer<typeof settingsSchema>, 'hasSandbox' | 'emptySearches'>>;

export function settingsRoutes(
  app: FastifyInstance,
  services: ApiDependencies,
  { checks, describeShop }: { checks: readonly SettingsCheck[]; describeShop: DescribeShop },
): void {
  registerEndpoint(app, services, readSettingsEndpoint, async ({ at }) => ({
    ...(await findSettings(services.db)),
    ...(await describeShop(at)),
  }));

  registerEndpoint(app, services, saveSettingsEndpoint, async ({ viewer, body, at }) => {
    const { version: seenVersion, ...changes } = body;
    const saved = await saveSettings({ ...services, checks }, { viewer, changes, seenVersion, at });
    return isRefused(saved) ? saved : { ...saved, ...(await describeShop(at)) };
  });
}
