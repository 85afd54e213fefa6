/** Settings: an administrator sets the shop's name, contact, company data, links and portfolio. */
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { z } from 'zod';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { readSettingsEndpoint, saveSettingsEndpoint, settingFields } from '#contract/settings.ts';
import * as paths from '#domain/paths.ts';
import type { SettingName, Settings } from '#domain/settings.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { ImageField } from '#web/images/image-field.tsx';
import { imageField, useImageUpload } from '#web/images/image-upload.ts';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';
import { showNotices } from '#web/layout/show-notices.ts';
import { callForPage, requirePerson } from '#web/people/guard.ts';
import { FieldGroup, type SettingFields } from '#web/settings/field-group.tsx';
import { fieldGroups } from '#web/settings/field-groups.ts';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/ui/form.tsx';
import { makePrivatePageMeta } from '#web/ui/private-page-meta.ts';
import type { Route } from './+types/settings.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  makePrivatePageMeta('Settings', 'The shop’s name, contact, company data, links and portfolio.', matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  return { saved: await callForPage(request, readSettingsEndpoint, {}) };
}

export default function SettingsPage({ loaderData: { saved } }: Route.ComponentProps) {
  return (
    <section className="max-w-3xl">
      <h2 className="dashboard-heading">Settings</h2>
      <p className="mb-6">
        What every page, mail and invoice says of the shop. A change is shown at once. Zones, prices and days
        of delivery, and carriers have{' '}
        <Link className="link" to={paths.deliverySettings}>
          a page of their own
        </Link>
        .
      </p>
      <SettingsForm saved={saved} />
    </section>
  );
}

type Saved = EndpointResponse<typeof readSettingsEndpoint>;

/** Empty fields are not in a form's values. */
const formSchema = z
  .object(
    Object.fromEntries(
      Object.entries(settingFields).map(([name, field]) => [
        name,
        field.safeParse('').success ? field.default('') : field,
      ]),
    ) as unknown as Record<SettingName, z.ZodType<string, string | undefined>>,
  )
  .omit({ portfolioImage: true })
  .extend({ image: imageField });

function SettingsForm({ saved }: { saved: Saved }) {
  const { revalidate } = useRevalidator();
  const [version, setVersion] = useState(saved.version);
  const upload = useImageUpload();
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
    defaultValue: saved.values,
    draftName: 'settings',
    async submit({ image, ...values }) {
      const portfolioImage = image?.size ? await upload.send('image', image) : undefined;
      if (isProblem(portfolioImage)) return portfolioImage;
      const changes = selectChanges(saved.values, { ...values, ...(portfolioImage && { portfolioImage }) });
      const answer = await callEndpoint(saveSettingsEndpoint, { body: { version, ...changes } });
      if (isProblem(answer)) {
        const { version: current } = answer as { version?: number };
        if (answer.refused === 'changed-meanwhile' && current !== undefined) setVersion(current);
        return answer;
      }
      setVersion(answer.version);
      toast.success('Settings saved');
      await Promise.all([revalidate(), showNotices()]);
    },
  });
  return (
    <Form form={form}>
      {fieldGroups.map((group) => (
        <FieldGroup key={group.heading} group={group} fields={fields as unknown as SettingFields}>
          {group.hasImage && (
            <>
              <div className="part-picture rounded-box w-32 overflow-hidden">
                <ResponsiveImage
                  of={saved.values.portfolioImage}
                  alt={saved.values.portfolioName}
                  sizes="8rem"
                />
              </div>
              <ImageField label="Another picture" field={fields.image} upload={upload} />
            </>
          )}
        </FieldGroup>
      ))}
      <FormProblem errors={form.errors} />
      <SubmitButton isBusy={isBusy}>Save</SubmitButton>
    </Form>
  );
}

/** What was not changed here is not sent, so that it cannot undo what somebody else has changed. */
function selectChanges(before: Settings, values: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => normalize(value) !== normalize(before[name as SettingName]),
    ),
  );
}

/** Forms send other line ends than they were given. */
function normalize(value: string): string {
  return value.replaceAll('\r\n', '\n').trim();
}
