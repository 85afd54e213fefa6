/** Endpoints for accounts: address confirmation, passwords, sessions, identity providers. */
import { z } from 'zod';
import * as paths from '#kernel/paths.ts';
import { currentPasswordSchema, emailSchema, passwordSchema } from '#kernel/person-fields.ts';
import { parseLocalPath } from '#kernel/return-path.ts';
import { defineEndpoint, fillIn, idParams } from '#platform/contract/endpoint.ts';

export const outcomeSchema = z.object({ status: z.boolean() });
const incompleteLink = 'This link is incomplete. Please copy all of it from the mail.';

export const verifyEmailEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/identity/verify-email',
  summary: 'Confirms an e-mail address by the token that was mailed to it',
  access: 'anyone', // requires the token
  query: z.object({ token: z.string(incompleteLink).regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, incompleteLink) }),
  response: outcomeSchema,
  otherStatuses: [401], // invalid or expired token
  example: { query: { token: fillIn('verification-token') } },
});

export const sendVerificationMailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/send-verification-email',
  summary:
    'Mails the link that confirms an address again; the answer does not tell whether there is an account',
  access: 'anyone',
  body: z.strictObject({ email: emailSchema }),
  response: outcomeSchema,
  refusals: ['too-many-mails'],
  otherStatuses: [403, 429], // other origin, rate limit
  example: { body: { email: fillIn('owner-email') } },
});

export const requestPasswordResetEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/request-password-reset',
  summary: 'Mails a link for choosing a new password; the answer does not tell whether there is an account',
  access: 'anyone',
  body: z.strictObject({ email: emailSchema }),
  response: outcomeSchema,
  refusals: ['too-many-mails'],
  otherStatuses: [403, 429], // other origin, rate limit
  example: { body: { email: fillIn('owner-email') } },
});

export const resetPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/reset-password',
  summary:
    'Sets a new password by the token that was mailed, once; ends all sessions of the account and removes log-ins that were linked before its address was confirmed',
  access: 'anyone', // requires the token
  body: z.strictObject({
    token: z.string(incompleteLink).regex(/^[\w-]{1,64}$/, incompleteLink),
    newPassword: passwordSchema,
  }),
  response: outcomeSchema,
  otherStatuses: [403], // other origin
  example: { body: { token: fillIn('reset-token'), newPassword: 'another one' } },
});

export const changePasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/change-password',
  summary:
    'Sets a new password, which needs the old one; all other sessions end, and this one gets a new cookie',
  access: 'signed-in',
  isBySession: true,
  body: z.strictObject({ currentPassword: currentPasswordSchema, newPassword: passwordSchema }),
  response: z.object({ user: z.object({ email: z.string() }) }),
  refusals: ['log-ins-busy'],
  otherStatuses: [403, 429], // other origin, rate limit
  example: { body: { currentPassword: fillIn('asking-password'), newPassword: 'another one' } },
});

export const signOutEverywhereEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/revoke-sessions',
  summary:
    'Ends every session of the cookie’s person, this one included; their access tokens stop counting at once',
  access: 'signed-in',
  isBySession: true,
  response: outcomeSchema,
  otherStatuses: [403], // other origin
});

export const listIdentityProvidersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/identity-providers',
  summary: 'The providers that one can log in with instead of a password',
  access: 'anyone',
  response: z.array(z.object({ name: z.string() })),
});

export const linkedLogInsSchema = z.object({
  hasPassword: z.boolean().describe('without one the last log-in cannot be removed'),
  linked: z.array(
    z.object({
      _id: z.uuid(),
      provider: z.string().nullable().describe('null: one that the shop does not offer any more'),
      linkedAt: z.iso.datetime(),
    }),
  ),
});
export type LinkedLogIns = z.infer<typeof linkedLogInsSchema>;

export const listLinkedLogInsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/linked-log-ins',
  summary: 'The log-ins at identity providers that belong to your account',
  access: 'signed-in',
  response: linkedLogInsSchema,
});

export const removeLinkedLogInEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/linked-log-ins/:id',
  summary:
    'Removes a log-in from your account and ends your other sessions; the answer has those that are left',
  access: 'owner',
  params: idParams,
  response: linkedLogInsSchema,
  refusals: ['linked-log-in-not-found', 'last-log-in'],
  example: { params: { id: fillIn('linked-log-in') } },
});

export const startSocialSignInEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/sign-in/social',
  summary:
    'Where to send the browser for logging in at the provider; from there it comes back with a session',
  access: 'anyone',
  body: z.strictObject({
    from: z
      .string()
      .max(2000, 'A path of this shop is needed here')
      .refine((from) => parseLocalPath(from) !== undefined, 'A path of this shop is needed here')
      .describe('the page to return to'),
  }),
  response: z.object({ url: z.string() }),
  refusals: ['identity-provider-unavailable'],
  otherStatuses: [403, 404, 429], // other origin, no provider, rate limit
  example: { body: { from: paths.dashboard } },
});
