/** The button 'Login with …' for the configured provider; nothing when there is none. */
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
    const leaving = new AbortController();
    callEndpoint(listIdentityProvidersEndpoint, {}, { signal: leaving.signal }).then((providers) => {
      if (!isProblem(providers)) setNames(providers.map(({ name }) => name));
    });
    return () => leaving.abort();
  }, []);
  async function leave() {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const started = await callEndpoint(startSocialSignInEndpoint, { body: { from: readReturnPath(search) } });
    if (!isProblem(started)) return location.replace(started.url); // so that 'back' does not lead to this page
    setBusy(false);
    setProblem(started.detail);
  }

  return (
    <>
      {names.map((name) => (
        <button key={name} type="button" className="btn" aria-disabled={isBusy} onClick={leave}>
          {isBusy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          {wording.logIn.social} {name}
        </button>
      ))}
      <FormProblem errors={problem ? [problem] : undefined} />
    </>
  );
}
