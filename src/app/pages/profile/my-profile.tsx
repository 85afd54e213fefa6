/** My Profile: name, image, delivery address, password. */
import { useRevalidator } from 'react-router';
import { AddressBook } from '#delivery/components/address-book.tsx';
import { readAddressFormEndpoint } from '#delivery/contract/addresses.ts';
import { ImageField, useImageUpload } from '#images/components/image-field.tsx';
import * as paths from '#kernel/paths.ts';
import { defaultPersonImage, nameHint } from '#kernel/people.ts';
import { wording } from '#kernel/wording.ts';
import { AccountSecurity } from '#people/components/account-security.tsx';
import { listLinkedLogInsEndpoint } from '#people/contract/accounts.ts';
import { type Profile, readProfileEndpoint, saveProfileEndpoint } from '#people/contract/people.ts';
import { callEndpoint, isProblem, type Problem, storeAccessToken } from '#ui/api/api-client.ts';
import { Field } from '#ui/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { toast } from '#ui/components/toast.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
import { loadOnServer } from '#ui/session/load-on-server.server.ts';
import { type Loaded, whenLoaded } from '#ui/session/when-loaded.tsx';
import type { Route } from './+types/my-profile.ts';

const { toasts } = wording;

export const meta = describePrivatePage(
  wording.dashboard.myProfile,
  'Your name, your picture, where to deliver, and your password.',
);

async function load({ request }: Route.ClientLoaderArgs) {
  const person = await requirePerson(request);
  const [profile, addressForm, logIns] = await Promise.all([
    callForPage(request, readProfileEndpoint, { params: { email: person.email } }),
    callForPage(request, readAddressFormEndpoint, {}),
    callForPage(request, listLinkedLogInsEndpoint, {}),
  ]);
  return { profile, addressForm, logIns };
}

export const loader = loadOnServer(load);
export const clientLoader = load;

export default whenLoaded(MyProfile);

function MyProfile({ loaderData: { profile, addressForm, logIns } }: Loaded<Route.ComponentProps>) {
  return (
    <div className="grid max-w-2xl gap-6" key={profile.email}>
      <section>
        <h2 className="dashboard-heading">{wording.dashboard.myProfile}</h2>
        <div className="flex items-center gap-4">
          <div className="review-face">
            <ResponsiveImage of={profile.link ?? defaultPersonImage} alt="" sizes="2.75rem" />
          </div>
          <p className="min-w-0 break-words">
            <strong>{profile.name}</strong>
            <br />
            {profile.email}
          </p>
        </div>
        <a className="link mt-3 inline-block" href={paths.builds}>
          My builds
        </a>
      </section>
      <section className="panel">
        <h2 className="panel-heading">{wording.profile.heading}</h2>
        <ProfileForm profile={profile} />
      </section>
      <AddressBook form={addressForm} />
      <AccountSecurity logIns={logIns} />
    </div>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const revalidator = useRevalidator();
  const upload = useImageUpload();
  const { form, fields, isBusy } = useCallForm({
    load: () => import('./profile-schema.ts'),
    schema: ({ makeProfileSchema }) => makeProfileSchema(profile.link !== null),
    defaultValue: {
      name: profile.name,
      education: profile.education ?? '',
      location: profile.location ?? '',
      phone: profile.phone ?? '',
    },
    draftName: 'profile',
    async submit({ link: file, ...profileFields }) {
      const image = file?.size ? await upload.send('link', file) : undefined;
      if (isProblem(image)) return explainUnavailable(image);
      const { email } = profile;
      const link = image ?? profile.link ?? '';
      const answer = await callEndpoint(saveProfileEndpoint, {
        params: { email },
        body: { ...profileFields, email, link },
      });
      if (isProblem(answer)) return explainUnavailable(answer);
      if (answer.name !== profile.name) await storeAccessToken(email); // contains the new name
      toast.success(toasts.profileUpdated);
      await revalidator.revalidate();
    },
  });
  return (
    <Form form={form}>
      <Field label="Name" field={fields.name} autoComplete="name" hint={nameHint} />
      <label className="field">
        <span className="field-label">E-mail</span>
        <input className="input w-full" value={profile.email} disabled />
      </label>
      <Field label="Education" field={fields.education} />
      <Field label="Location" field={fields.location} autoComplete="street-address" />
      <Field label="Phone" field={fields.phone} type="tel" autoComplete="tel" />
      <ImageField
        label={profile.link ? 'Another profile link (a picture)' : 'Profile link (a picture)'}
        field={fields.link}
        upload={upload}
      />
      <FormProblem errors={form.errors} />
      <SubmitButton isBusy={isBusy}>Save</SubmitButton>
    </Form>
  );
}

/** After a log out in another tab: the sentence of the specification. */
function explainUnavailable(problem: Problem): Problem {
  if (problem.status !== 401) return problem;
  toast.error(toasts.nobodyLoggedIn);
  return { ...problem, detail: toasts.nobodyLoggedIn, errors: [] };
}
