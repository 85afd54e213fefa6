/** What a provider's codes read like: always a sentence with a way on, never the code. */
import { expect, test } from 'vitest';
import { explainSignInProblem } from '#people/components/social-button.tsx';

/** Those that the specification names, those of OpenID Connect, and one that nobody knows. */
const codes = [
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'unauthorized-domain',
  'network-request-failed',
  'invalid-api-key',
  'user-mismatch',
  'multi-factor-auth-required',
  'access_denied',
  'login_required',
  'server_error',
  'account_not_linked',
  'no-such-code',
];

test.each(codes)('the error code %s becomes a sentence [S8.12]', (code) => {
  const sentence = explainSignInProblem(code);
  expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(sentence).not.toContain(code);
  expect(sentence.length).toBeGreaterThan(30);
});
