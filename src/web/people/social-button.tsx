/** The buttons 'Login with …' of the configured identity providers. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { listIdentityProvidersEndpoint, startSocialSignInEndpoint } from '#contract/people/accounts.ts';
import { readReturnPath } from '#domain/people/return-path.ts';
import { wording } from '#domain/wording.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { explainSignInProblem } from '#web/people/sign-in-problems.ts';
import { FormProblem } from '#web/ui/form.tsx';

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
          {isBusy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          {wording.logIn.social} {name}
        </button>
      ))}
      <FormProblem errors={problem ? [problem] : undefined} />
    </>
  );
}
