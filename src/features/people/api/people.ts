/** The routes of access tokens, roles, linked log-ins and My Profile. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { choosePersonImage, refuseOtherPerson } from '#kernel/people.ts';
import { isRefused } from '#kernel/refusals.ts';
import { listLinkedLogInsEndpoint, removeLinkedLogInEndpoint } from '#people/contract/accounts.ts';
import {
  createAdminEndpoint,
  dismissAdminEndpoint,
  listPeopleEndpoint,
  readProfileEndpoint,
  saveProfileEndpoint,
} from '#people/contract/people.ts';
import { findLinkedLogIns, findPassword } from '#people/database/linked-log-ins.ts';
import { findPersonByEmail, findProfile } from '#people/database/people.ts';
import { findPeople } from '#people/database/people-lists.ts';
import { readAuthorization, signAccessToken, tokenLifetimeSeconds } from '#people/identity/access-tokens.ts';
import { dismissAdmin, makeAdmin } from '#people/use-cases/change-role.ts';
import { removeLinkedLogIn } from '#people/use-cases/remove-linked-log-in.ts';
import { saveProfile } from '#people/use-cases/save-profile.ts';
import { createAccessTokenEndpoint, readAdminEndpoint } from '#platform/contract/session.ts';
import type { Database } from '#platform/database/connect.ts';
import { type ApiDependencies, registerEndpoint, sendPage } from '#platform/http/register-endpoint.ts';
import { type IdentityDependencies, makeHeaders, readSession } from './identity.ts';

/** Told of every way to log in, when the access token is made. */
export type LogInListener = (
  services: ApiDependencies,
  logIn: { request: FastifyRequest; reply: FastifyReply; personId: string },
) => Promise<unknown>;

export type PeopleDependencies = IdentityDependencies & {
  whenLoggedIn: readonly LogInListener[];
  /** In which a day of the list begins. */
  findTimeZone: (db: Database) => Promise<string>;
};

export function peopleRoutes(app: FastifyInstance, services: PeopleDependencies): void {
  linkedLogInRoutes(app, services);
  profileRoutes(app, services);
  registerEndpoint(app, services, createAccessTokenEndpoint, async ({ params, body, at, request, reply }) => {
    const active = await readSession(services.accounts, { headers: makeHeaders(request) });
    if (!active) return { refused: 'not-signed-in' };
    const { user, session } = active;
    if (user.email !== params.email) return { refused: 'not-allowed' };
    const refusal = refuseOtherPerson(user, body);
    if (refusal) return refusal;
    for (const tell of services.whenLoggedIn) await tell(services, { request, reply, personId: user.id });
    const token = await signAccessToken(services.secret, { id: session.id, personId: user.id }, at);
    const expiresAt = new Date(at.getTime() + tokenLifetimeSeconds * 1000).toISOString();
    return { token, expiresAt, name: user.name, email: user.email, admin: user.role === 'admin' };
  });

  registerEndpoint(app, services, readAdminEndpoint, async ({ viewer, params }) => {
    if (viewer.email === params.email) return { admin: viewer.role === 'admin' };
    if (viewer.role !== 'admin') return { refused: 'not-allowed' };
    const person = await findPersonByEmail(services.db, params.email);
    return person ? { admin: person.role === 'admin' } : { refused: 'person-not-found' };
  });

  registerEndpoint(app, services, listPeopleEndpoint, async (context) => {
    return sendPage(
      context,
      await findPeople(services.db, { ...context.query, timeZone: await services.findTimeZone(services.db) }),
      (person) => ({
        _id: person.id,
        name: person.name,
        email: person.email,
        img: choosePersonImage(person.image),
        role: person.role,
        confirmed: person.email_verified,
        joinedAt: person.created_at.toISOString(),
      }),
    );
  });

  registerEndpoint(app, services, createAdminEndpoint, async ({ viewer, params, at }) => {
    const made = await makeAdmin(services, { email: params.email, adminId: viewer.id, at });
    return isRefused(made) ? made : { modifiedCount: made.changed ? 1 : 0 };
  });

  registerEndpoint(app, services, dismissAdminEndpoint, async ({ viewer, params, at }) => {
    const dismissed = await dismissAdmin(services, { viewer, email: params.email, at });
    return isRefused(dismissed) ? dismissed : { modifiedCount: dismissed.changed ? 1 : 0 };
  });
}

function linkedLogInRoutes(app: FastifyInstance, services: IdentityDependencies): void {
  async function present(personId: string, request: FastifyRequest) {
    const linked = await findLinkedLogIns(services.db, personId);
    const provider = services.findSocialAccounts(request)?.name ?? null;
    return {
      hasPassword: (await findPassword(services.db, { 'people.id': personId })) !== undefined,
      linked: linked.map(({ id, created_at }) => ({
        _id: id,
        provider,
        linkedAt: created_at.toISOString(),
      })),
    };
  }

  registerEndpoint(app, services, listLinkedLogInsEndpoint, ({ viewer, request }) =>
    present(viewer.id, request),
  );

  registerEndpoint(app, services, removeLinkedLogInEndpoint, async ({ viewer, params, at, request }) => {
    const claims = await readAuthorization(services.secret, request.headers.authorization, at);
    const removal = { viewer, sessionId: claims?.sessionId, id: params.id };
    const removed = await removeLinkedLogIn(services, removal);
    return isRefused(removed) ? removed : await present(viewer.id, request);
  });
}

function profileRoutes(app: FastifyInstance, services: IdentityDependencies): void {
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
