/** The routes of the shop's settings. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';
import { readSettingsEndpoint, saveSettingsEndpoint } from '#settings/contract/settings.ts';
import { findSettings } from '#settings/database/settings.ts';
import { type SettingsCheck, saveSettings } from '#settings/use-cases/save-settings.ts';

export function settingsRoutes(
  app: FastifyInstance,
  services: ApiDependencies,
  checks: readonly SettingsCheck[],
): void {
  registerEndpoint(app, services, readSettingsEndpoint, async () => await findSettings(services.db));

  registerEndpoint(app, services, saveSettingsEndpoint, async ({ viewer, body, at }) => {
    const { version: seenVersion, ...changes } = body;
    return await saveSettings({ ...services, checks }, { viewer, changes, seenVersion, at });
  });
}
