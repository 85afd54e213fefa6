/** The log in page; returns to the page that required it. */
import { useState } from 'react';
import { type MetaDescriptor, replace, useNavigate, useSearchParams } from 'react-router';
import { readPartEndpoint } from '#catalogue/contract/parts.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { readReturnPath } from '#kernel/return-path.ts';
import { nameShop, wording } from '#kernel/wording.ts';
import { AccountCard } from '#people/components/account-card.tsx';
import { listProviderNames, SocialButton } from '#people/components/social-button.tsx';
import { signInEndpoint } from '#people/contract/people.ts';
import { callEndpoint, isProblem, storeAccessToken } from '#ui/api/api-client.ts';
import { Field } from '#ui/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { LinkLine } from '#ui/components/notice.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { useShop } from '#ui/layout/shop.ts';
import { loadOnServer } from '#ui/session/load-on-server.server.ts';
import { readPerson } from '#ui/session/session.ts';
import { type Loaded, whenLoaded } from '#ui/session/when-loaded.tsx';
import type { Route } from './+types/log-in.ts';

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  return makePageMeta({
    matches,
    title: 'Log in',
    description: 'Log in to order parts, to pay for them, and to see where your orders are.',
    canonical: matches[0].loaderData && matches[0].loaderData.publicUrl + paths.logIn,
  });
}

async function load({ request }: Route.ClientLoaderArgs) {
  const returnPath = readReturnPath(new URL(request.url).searchParams);
  if (readPerson()) throw replace(returnPath);
  const [reason, providers] = await Promise.all([findLogInReason(returnPath), listProviderNames(request)]);
  return { reason, providers };
}

export const loader = loadOnServer(load);
export const clientLoader = load;

export default whenLoaded(LogIn);

function LogIn({ loaderData: { reason, providers } }: Loaded<Route.ComponentProps>) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isLeaving, setLeaving] = useState(false);
  const { form, fields, isBusy } = useCallForm({
    load: () => import('#people/contract/account-forms.ts'),
    schema: ({ signInSchema }) => signInSchema,
    async submit(body) {
      const session = await callEndpoint(signInEndpoint, { body });
      if (isProblem(session)) return session;
      const result = await storeAccessToken(body.email);
      if (isProblem(result)) return result;
      setLeaving(true);
      await navigate(readReturnPath(search), { replace: true });
    },
  });
  return (
    <AccountCard heading={wording.logIn.heading}>
      {reason && <p>{withNonBreakingSpaces(reason)}</p>}
      <Form form={form}>
        <Field label="E-mail" field={fields.email} type="email" autoComplete="username" />
        <Field label="Password" field={fields.password} type="password" autoComplete="current-password" />
        <FormProblem errors={form.errors} />
        <SubmitButton isBusy={isBusy || isLeaving}>{wording.logIn.button}</SubmitButton>
      </Form>
      <SocialButton names={providers} />
      <LinkLine to={paths.forgotPassword}>Forgot your password?</LinkLine>
      <LinkLine to={{ pathname: paths.signUp, search: search.toString() }}>
        {nameShop(wording.logIn.toSignUp, useShop().name)}
      </LinkLine>
    </AccountCard>
  );
}

/** Undefined for those who came by themselves. */
async function findLogInReason(returnPath: string): Promise<string | undefined> {
  const [partId] = readIds(returnPath, paths.purchase);
  if (partId) return `Log in to order ${await findPartName(partId)}.`;
  if (readIds(returnPath, paths.payment).length > 0) return 'Log in to pay for your order.';
  if ([paths.order, paths.invoice].some((path) => readIds(returnPath, path).length > 0))
    return 'Log in to see your order.';
  const [page = ''] = returnPath.split(/\/?(?:\?|$)/);
  const known = reasons.find(({ path }) => path === page);
  if (known || !page.startsWith(`${paths.dashboard}/`)) return known?.reason;
  return 'This page is for administrators. Log in as one to see it.';
}

const reasons = [
  { path: paths.checkout, reason: 'Log in to order what is in your basket.' },
  { path: paths.dashboard, reason: 'Log in to see your orders.' },
  { path: paths.addReview, reason: 'Log in to write a review.' },
  { path: paths.myProfile, reason: 'Log in to see your profile.' },
];

function readIds(returnPath: string, makePath: (id: string) => string): string[] {
  const prefix = makePath('');
  return returnPath.startsWith(prefix) ? [returnPath.slice(prefix.length).split('?')[0] ?? ''] : [];
}

async function findPartName(id: string): Promise<string> {
  const part = await callEndpoint(readPartEndpoint, { params: { id } });
  return isProblem(part) ? 'this part' : part.full_name;
}
