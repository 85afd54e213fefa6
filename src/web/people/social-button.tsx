/** The buttons 'Login with …' of the configured identity providers. */
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { listIdentityProvidersEndpoint, startSocialSignInEndpoint } from '#contract/people/accounts.ts';
import { wording } from '#domain/wording.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { readReturnPath } from '#web/people/guard.ts';
import { explainSignInProblem } from '#web/people/sign-in-problems.ts';
import { FormProblem } from '#web/ui/form.tsx';

export function SocialButton() {
  const [search] = useSearchParams();
  const [isBusy, setBusy] = useState(false);
  const [names, setNames] = useState<string[]>([]);
  const code = search.get('error');
  const [problem, setProblem] = useState(code ? explainSignInProblem(code) : undefined);
  useEffect(() => {
    const abortController = new AbortController();
    callEndpoint(listIdentityProvidersEndpoint, {}, { signal: abortController.signal }).then((providers) => {
      if (!isProblem(providers)) setNames(providers.map(({ name }) => name));
    });
    return () => abortController.abort();
  }, []);
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
