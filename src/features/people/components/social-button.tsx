/** The buttons 'Login with …' of the configured identity providers. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readReturnPath } from '#kernel/return-path.ts';
import { wording } from '#kernel/wording.ts';
import { listIdentityProvidersEndpoint, startSocialSignInEndpoint } from '#people/contract/accounts.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { FormProblem } from '#ui/components/form.tsx';

/** Their names, for the loader of a page: a button that came later would move what is below. */
export async function listProviderNames(request: Request): Promise<string[]> {
  const providers = await callEndpoint(listIdentityProvidersEndpoint, {}, { signal: request.signal });
  return isProblem(providers) ? [] : providers.map(({ name }) => name);
}

export function SocialButton({ names }: { names: string[] }) {
  const [search] = useSearchParams();
  const [isBusy, setBusy] = useState(false);
  const code = search.get('error');
  const [problem, setProblem] = useState(code ? explainSignInProblem(code) : undefined);
  async function startSignIn() {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const signIn = await callEndpoint(startSocialSignInEndpoint, { body: { from: readReturnPath(search) } });
    if (!isProblem(signIn)) return location.replace(signIn.url); // 'back' must not return to this page
    setBusy(false);
    setProblem(signIn.detail);
  }

  return (
    <>
      {names.map((name) => (
        <button key={name} type="button" className="btn" aria-disabled={isBusy} onClick={startSignIn}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {wording.logIn.social} {name}
        </button>
      ))}
      <FormProblem errors={problem ? [problem] : undefined} />
    </>
  );
}

const tryAgain = 'Please try again, or log in with your e-mail address and password.';

/** Source: RFC 6749, section 4.1.2.1; OpenID Connect Core 1.0, section 3.1.2.6; the rest are the identity library's. */
const sentences: Record<string, string> = {
  access_denied: 'You have not allowed it, so you are not logged in.',
  login_required: `The provider wants you to log in there first. ${tryAgain}`,
  interaction_required: `The provider wants to ask you something first. ${tryAgain}`,
  consent_required: 'The provider needs your consent first. Please try again and allow it.',
  account_selection_required: 'The provider needs to know which of your accounts it is. Please try again.',
  temporarily_unavailable: `The provider is busy at the moment. ${tryAgain}`,
  server_error: `The provider has a fault at the moment. ${tryAgain}`,
  invalid_request: 'The provider does not understand this shop; its owner has to mend that.',
  invalid_scope: 'The provider does not understand this shop; its owner has to mend that.',
  unsupported_response_type: 'The provider does not understand this shop; its owner has to mend that.',
  unauthorized_client: 'The provider does not know this shop; its owner has to mend that.',
  invalid_client: 'The provider does not know this shop; its owner has to mend that.',
  email_not_found: 'The provider has not told us your e-mail address, which we need for your orders.',
  account_not_linked:
    'There is an account with this e-mail address already. Log in with its password. Logging in this way is possible when both the provider and we know that the address is yours.',
  state_not_found: `This took too long, or was begun in another browser. ${tryAgain}`,
  please_restart_the_process: `This took too long, or was begun in another browser. ${tryAgain}`,
  state_mismatch: `This took too long, or was begun in another browser. ${tryAgain}`,
};

export function explainSignInProblem(code: string): string {
  return sentences[code] ?? `Logging in at the provider did not work. ${tryAgain}`;
}
