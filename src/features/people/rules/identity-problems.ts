/** The shop's messages for errors of the identity library; others keep the library's message. */
import { wording } from '#kernel/wording.ts';

export const identityProblems: Record<string, { detail: string; field?: string }> = {
  INVALID_EMAIL: { detail: wording.messages.invalidEmail, field: 'email' },
  UNAUTHORIZED: { detail: 'Please log in first.' },
  INVALID_TOKEN: { detail: 'This link does not count any more. Please ask for a new one.', field: 'token' },
  TOKEN_EXPIRED: { detail: 'This link is too old. Please ask for a new one.', field: 'token' },
  INVALID_PASSWORD: { detail: 'This is not your password.', field: 'currentPassword' },
  CREDENTIAL_ACCOUNT_NOT_FOUND: {
    detail:
      'This account has no password yet. “Forgot your password?” on the log in page lets you choose one.',
    field: 'currentPassword',
  },
  EMAIL_MISMATCH: { detail: 'You are logged in with another e-mail address.', field: 'email' },
  EMAIL_ALREADY_VERIFIED: { detail: 'Your e-mail address is confirmed already.', field: 'email' },
  MISSING_OR_NULL_ORIGIN: { detail: 'An Origin header with the address of the shop is needed.' },
  PROVIDER_NOT_FOUND: { detail: 'Logging in this way is not possible at the moment.' },
};
