/** The sign up page. */
import { useRef, useState } from 'react';
import { type MetaDescriptor, replace, useNavigate, useSearchParams } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { nameHint } from '#kernel/people.ts';
import { readReturnPath } from '#kernel/return-path.ts';
import { wording } from '#kernel/wording.ts';
import { AccountCard } from '#people/components/account-card.tsx';
import { NewPasswordFields } from '#people/components/new-password.tsx';
import { listProviderNames, SocialButton } from '#people/components/social-button.tsx';
import { signInEndpoint, signUpEndpoint } from '#people/contract/people.ts';
import { callEndpoint, isProblem, storeAccessToken } from '#ui/api/api-client.ts';
import { Field } from '#ui/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { LinkLine } from '#ui/components/notice.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { toast } from '#ui/components/toast.ts';
import { loadOnServer } from '#ui/session/load-on-server.server.ts';
import { readPerson } from '#ui/session/session.ts';
import { type Loaded, whenLoaded } from '#ui/session/when-loaded.tsx';
import type { Route } from './+types/sign-up.ts';

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  return makePageMeta({
    matches,
    title: 'Create account',
    description: 'Create an account to order computer parts, delivered to town and country.',
    canonical: matches[0].loaderData && matches[0].loaderData.publicUrl + paths.signUp,
  });
}

async function load({ request }: Route.ClientLoaderArgs) {
  if (readPerson()) throw replace(readReturnPath(new URL(request.url).searchParams));
  return { providers: await listProviderNames(request) };
}

export const loader = loadOnServer(load);
export const clientLoader = load;

export default whenLoaded(SignUp);

function SignUp({ loaderData: { providers } }: Loaded<Route.ComponentProps>) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isLeaving, setLeaving] = useState(false);
  const uncertainEmail = useRef<string>(undefined); // this account may exist: its response was lost
  const { form, fields, isBusy } = useCallForm({
    load: () => import('#people/contract/account-forms.ts'),
    schema: ({ signUpFormSchema }) => signUpFormSchema,
    draftName: 'sign-up',
    async submit({ confirm_password: _, ...body }) {
      const account = await callEndpoint(signUpEndpoint, { body });
      if (isProblem(account) && !(uncertainEmail.current === body.email && (await canLogIn(body)))) {
        if (account.status === 0) uncertainEmail.current = body.email;
        return account;
      }
      const result = await storeAccessToken(body.email);
      if (isProblem(result)) {
        uncertainEmail.current = body.email;
        return result;
      }
      setLeaving(true);
      toast.success(wording.toasts.userCreated);
      await navigate(readReturnPath(search), { replace: true });
    },
  });
  return (
    <AccountCard heading={wording.signUp.heading}>
      <Form form={form}>
        <Field label="Name" field={fields.name} autoComplete="name" hint={nameHint} />
        <Field label="E-mail" field={fields.email} type="email" autoComplete="username" />
        <NewPasswordFields
          label="Password"
          password={fields.password}
          confirmation={fields.confirm_password}
        />
        <FormProblem errors={form.errors} />
        <SubmitButton isBusy={isBusy || isLeaving}>Sign up</SubmitButton>
      </Form>
      <SocialButton names={providers} />
      <LinkLine to={{ pathname: paths.logIn, search: search.toString() }}>{wording.signUp.toLogIn}</LinkLine>
    </AccountCard>
  );
}

/** True if an earlier try has made the account, with the password of the form. */
async function canLogIn({ email, password }: { email: string; password: string }): Promise<boolean> {
  return !isProblem(await callEndpoint(signInEndpoint, { body: { email, password } }));
}
