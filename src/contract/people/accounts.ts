/** The calls that secure an account: confirming its e-mail address, a new password, ending its sessions. */
import { z } from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { parseLocalPath } from '#domain/local-path.ts';
import { emailSchema, passwordSchema } from '#domain/people/people.ts';
import { wording } from '#domain/wording.ts';

const done = z.object({ status: z.boolean() });
const incompleteLink = 'This link is incomplete. Please copy all of it from the mail.';

export const verifyEmailEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/identity/verify-email',
  summary: 'Confirms an e-mail address by the token that was mailed to it',
  access: 'anyone', // the token decides
  query: z.object({ token: z.string(incompleteLink).regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, incompleteLink) }),
  status: 200,
  answer: done,
  refusals: [],
  alsoAnswers: [401], // not of our making, or a day old
});

export const sendVerificationMailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/send-verification-email',
  summary:
    'Mails the link that confirms an address again; the answer does not tell whether there is an account',
  access: 'anyone',
  body: z.strictObject({ email: emailSchema }),
  status: 200,
  answer: done,
  refusals: [],
  alsoAnswers: [403, 429], // from another site, too many
});

export const requestPasswordResetEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/request-password-reset',
  summary: 'Mails a link for choosing a new password; the answer does not tell whether there is an account',
  access: 'anyone',
  body: z.strictObject({ email: emailSchema }),
  status: 200,
  answer: done,
  refusals: [],
  alsoAnswers: [403, 429], // from another site, too many
});

export const resetPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/reset-password',
  summary: 'Sets a new password by the token that was mailed, once, and ends all sessions of the account',
  access: 'anyone', // the token decides
  body: z.strictObject({
    token: z.string(incompleteLink).regex(/^[\w-]{1,64}$/, incompleteLink),
    newPassword: passwordSchema,
  }),
  status: 200,
  answer: done,
  refusals: [],
  alsoAnswers: [403], // from another site
});

export const changePasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/change-password',
  summary:
    'Sets a new password, which needs the old one; all other sessions end, and this one gets a new cookie',
  access: 'anyone', // the cookie decides: 401 without a session
  body: z.strictObject({
    currentPassword: z.string(wording.messages.password).min(1, wording.messages.password).max(128),
    newPassword: passwordSchema,
  }),
  status: 200,
  answer: z.object({ user: z.object({ email: z.string() }) }),
  refusals: ['not-signed-in', 'log-ins-busy'],
  alsoAnswers: [403, 429], // from another site, too many
});

export const signOutEverywhereEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/revoke-sessions',
  summary:
    'Ends every session of the cookie’s person, this one included; their access tokens stop counting at once',
  access: 'anyone', // the cookie decides: 401 without a session
  status: 200,
  answer: done,
  refusals: ['not-signed-in'],
  alsoAnswers: [403], // from another site
});

export const listIdentityProvidersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/identity-providers',
  summary: 'The providers that one can log in with instead of a password',
  access: 'anyone',
  status: 200,
  answer: z.array(z.object({ name: z.string() })),
  refusals: [],
});

export const startSocialSignInEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/sign-in/social',
  summary:
    'Where to send the browser for logging in at the provider; from there it comes back with a session',
  access: 'anyone',
  body: z.strictObject({
    from: z
      .string('A path of this shop is needed here')
      .max(2000, 'A path of this shop is needed here')
      .refine((from) => parseLocalPath(from) !== undefined, 'A path of this shop is needed here')
      .describe('the page to return to'),
  }),
  status: 200,
  answer: z.object({ url: z.string() }),
  refusals: ['identity-provider-unavailable'],
  alsoAnswers: [403, 404, 429], // from another site, no provider, too many
});
