/** The routes of the shop's settings. */
import type { FastifyInstance } from 'fastify';
import { isRefused } from '#kernel/refusals.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';
import { readSettingsEndpoint, saveSettingsEndpoint } from '#settings/contract/settings.ts';
import { findSettings } from '#settings/database/settings.ts';
import { type SettingsCheck, saveSettings } from '#settings/use-cases/save-settings.ts';

export function settingsRoutes(
  app: FastifyInstance,
  services: ApiDependencies,
  { checks, hasSandbox }: { checks: readonly SettingsCheck[]; hasSandbox: boolean },
): void {
  registerEndpoint(app, services, readSettingsEndpoint, async () => ({
    ...(await findSettings(services.db)),
    hasSandbox,
  }));

  registerEndpoint(app, services, saveSettingsEndpoint, async ({ viewer, body, at }) => {
    const { version: seenVersion, ...changes } = body;
    const saved = await saveSettings({ ...services, checks }, { viewer, changes, seenVersion, at });
    return isRefused(saved) ? saved : { ...saved, hasSandbox };
  });
}
