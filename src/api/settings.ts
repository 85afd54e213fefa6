/** The routes of the shop's settings. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { readSettingsEndpoint, saveSettingsEndpoint } from '#contract/settings.ts';
import { findSettings } from '#database/settings.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';

export function settingsRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, readSettingsEndpoint, async () => await findSettings(services.db));

  registerEndpoint(app, services, saveSettingsEndpoint, async ({ viewer, body, at }) => {
    const { version: seenVersion, ...changes } = body;
    return await saveSettings(services, { viewer, changes, seenVersion, at });
  });
}
