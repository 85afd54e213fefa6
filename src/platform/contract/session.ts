/** Endpoints that every page of a person needs: the session of the cookie, its access token, the role. */
import { z } from 'zod';
import { emailSchema } from '#kernel/person-fields.ts';
import { defineEndpoint, fillIn } from './endpoint.ts';

export const userSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullish(),
});

export const emailParams = z.object({ email: emailSchema });

export const readSessionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/identity/get-session',
  summary: 'The person of the session’s cookie, or null',
  access: 'anyone',
  response: z.object({ user: userSchema }).nullable(),
});

export const createAccessTokenEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/user/:email',
  summary: 'Hands the person of the session’s cookie an access token that lives 15 minutes',
  access: 'person',
  isBySession: true,
  params: emailParams,
  body: z.object({ email: emailSchema.describe('it must be the e-mail in the path') }),
  response: z.object({
    token: z.string(),
    expiresAt: z.iso.datetime(),
    name: z.string(),
    email: z.string(),
    admin: z.boolean().describe('whether the person is an administrator'),
  }),
  refusals: ['not-allowed'],
  example: { params: { email: fillIn('owner-email') }, body: { email: fillIn('owner-email') } },
});

export const readAdminEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/:email',
  summary: 'Whether a person is an administrator',
  access: 'person-or-administrator',
  params: emailParams,
  response: z.object({ admin: z.boolean() }),
  refusals: ['person-not-found'],
  example: { params: { email: fillIn('owner-email') } },
});
