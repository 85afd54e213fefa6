/** The routes of My Profile. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { readProfileEndpoint, saveProfileEndpoint } from '#contract/people/profiles.ts';
import { findProfile } from '#database/people/profiles.ts';
import { refuseOtherPerson } from '#domain/people/people.ts';
import { isRefused } from '#domain/refusals.ts';
import { saveProfile } from '#shop/people/save-profile.ts';

export function profileRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, readProfileEndpoint, async ({ viewer, params }) => {
    if (viewer.role !== 'admin' && viewer.email !== params.email) return { refused: 'not-allowed' };
    return (await findProfile(services.db, params.email)) ?? { refused: 'person-not-found' };
  });

  registerEndpoint(app, services, saveProfileEndpoint, async ({ viewer, params, body, at }) => {
    const { name, email, education, location, phone, link } = body;
    if (viewer.email !== params.email) return { refused: 'not-allowed' };
    const refusal = refuseOtherPerson(viewer, { email });
    if (refusal) return refusal;
    const saved = await saveProfile(services, { viewer, name, education, location, phone, link, at });
    if (isRefused(saved)) return saved;
    const profile = await findProfile(services.db, viewer.email);
    return profile ? { ...profile, modifiedCount: 1 } : { refused: 'not-signed-in' };
  });
}
