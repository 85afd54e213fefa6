/** A section of Settings, chosen by its path: the shop, the company, mails, pages or the portfolio. */
import type { FieldMetadata } from '@conform-to/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { data, Link, useRevalidator } from 'react-router';
import { z } from 'zod';
import { ImageField, useImageUpload } from '#images/components/image-field.tsx';
import { imageField } from '#images/components/image-schema.ts';
import * as paths from '#kernel/paths.ts';
import { capitalize } from '#kernel/words.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { Checklist } from '#settings/components/checklist.tsx';
import { readChecklistEndpoint } from '#settings/contract/checklist.ts';
import { listPageTextsEndpoint } from '#settings/contract/page-texts.ts';
import { readSettingsEndpoint, saveSettingsEndpoint, settingFields } from '#settings/contract/settings.ts';
import {
  alertModes,
  claimModes,
  normalizeLineEnds,
  type SettingName,
  type Settings,
  textModes,
} from '#settings/rules/settings.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { ChoiceField, Field, TextField } from '#ui/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { LinkLine } from '#ui/components/notice.tsx';
import { makePrivatePageMeta } from '#ui/components/page-meta.ts';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { toast } from '#ui/components/toast.ts';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
import { refreshFrame } from '#ui/session/session.ts';
import type { Route } from './+types/settings.ts';

const EmptySearches = lazy(() => import('#settings/components/empty-searches.tsx'));

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { path, label, description } = loaderData?.section ?? shopSection;
  const title = path === paths.settings ? 'Settings' : `Settings: ${label.toLowerCase()}`;
  return makePrivatePageMeta(title, description, matches);
};

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  const path = new URL(request.url).pathname.replace(/\/$/, '');
  const section = sections.find((one) => one.path === path);
  if (!section) throw data({ detail: 'There is no page at this address.' }, { status: 404 });
  const [saved, checklist, texts] = await Promise.all([
    callForPage(request, readSettingsEndpoint, {}),
    path === paths.settings ? callForPage(request, readChecklistEndpoint, {}) : undefined,
    path === paths.settingsSection('pages') ? callForPage(request, listPageTextsEndpoint, {}) : undefined,
  ]);
  return { section, saved, checklist, texts };
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { section, saved, checklist, texts } = loaderData;
  return (
    <>
      {checklist && <Checklist items={checklist} version={saved.version} />}
      <p className="mb-6">{section.description}</p>
      {texts && <PageTexts texts={texts} />}
      <SectionForm key={section.path} section={section} saved={saved} />
      {section === shopSection && saved.emptySearches.length > 0 && (
        <Suspense>
          <EmptySearches searches={saved.emptySearches} />
        </Suspense>
      )}
      {section === shopSection && saved.hasSandbox && (
        <section className="panel mt-8 grid gap-4" aria-label="Begin for real">
          <div>
            <h3 className="panel-heading">Begin for real</h3>
            <p className="muted text-sm">
              Removes what was bought and written in the shop. You see what that is first.
            </p>
          </div>
          <LinkLine className="btn" to={paths.beginForReal}>
            See what is removed
          </LinkLine>
        </section>
      )}
    </>
  );
}

function PageTexts({ texts }: { texts: EndpointResponse<typeof listPageTextsEndpoint> }) {
  const { formatTime } = useShopTimes();
  return (
    <section className="panel mb-8" aria-label="Texts">
      <h3 className="panel-heading">Texts</h3>
      <ul className="lines">
        {texts.map(({ page, label, savedAt }) => (
          <li key={page} className="flex flex-wrap justify-between gap-x-4">
            <Link className="link py-1" to={paths.pageText(page)}>
              {label}
            </Link>
            <span className="muted text-sm">
              {savedAt ? `Your own, of ${formatTime(savedAt)}` : 'As it came'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Saved = EndpointResponse<typeof readSettingsEndpoint>;

/** Empty fields are not in a form's values. */
function makeFormSchema({ groups }: SettingSection) {
  const names = groups.flatMap(({ fields }) => fields.map(({ name }) => name));
  return z
    .object(
      Object.fromEntries(
        names.map((name) => {
          const field = settingFields[name];
          return [name, field.safeParse('').success ? field.default('') : field];
        }),
      ) as unknown as Record<SettingName, z.ZodType<string, string | undefined>>,
    )
    .extend({ image: imageField });
}

function SectionForm({ section, saved }: { section: SettingSection; saved: Saved }) {
  const { revalidate } = useRevalidator();
  const [version, setVersion] = useState(saved.version);
  const upload = useImageUpload();
  const { form, fields, isBusy } = useCallForm({
    schema: makeFormSchema(section),
    defaultValue: saved.values,
    draftName: `settings ${section.path}`,
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
      refreshFrame();
      await revalidate();
    },
  });
  return (
    <Form form={form}>
      {section.groups.map((group) => (
        <FieldGroup key={group.heading} group={group} fields={fields as unknown as SettingFields}>
          {group.hasImage && (
            <>
              <FramedImage
                frame="part-picture rounded-box w-32 overflow-hidden"
                of={saved.values.portfolioImage}
                alt={saved.values.portfolioName}
                sizes="8rem"
              />
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
      ([name, value]) => normalizeLineEnds(value) !== normalizeLineEnds(before[name as SettingName]),
    ),
  );
}

type SettingFields = Record<SettingName, FieldMetadata<unknown>>;

type FieldGroupProps = { group: SettingGroup; fields: SettingFields; children: ReactNode };

function FieldGroup({ group: { heading, hint, fields: shown }, fields, children }: FieldGroupProps) {
  return (
    <section className="panel grid gap-5" aria-label={heading}>
      <div>
        <h3 className="panel-heading">{heading}</h3>
        {hint && <p className="muted text-sm">{hint}</p>}
      </div>
      {children}
      {shown.map(({ name, rows, choices, ...attributes }) =>
        choices ? (
          <ChoiceField
            key={name}
            field={fields[name]}
            choices={choices.map((value) => ({ value, label: capitalize(value) }))}
            {...attributes}
          />
        ) : rows ? (
          <TextField key={name} field={fields[name]} rows={rows} {...attributes} />
        ) : (
          <Field key={name} field={fields[name]} {...attributes} />
        ),
      )}
    </section>
  );
}

type GroupedField = {
  name: SettingName;
  label: string;
  hint?: string;
  /** More than one line. */
  rows?: number;
  type?: 'text' | 'email';
  autoComplete?: string;
  choices?: readonly string[];
};

type SettingGroup = { heading: string; hint?: string; hasImage?: true; fields: GroupedField[] };

type SettingSection = { path: string; label: string; description: string; groups: SettingGroup[] };

const shopSection: SettingSection = {
  path: paths.settings,
  label: 'Shop',
  description: 'What every page and mail says of the shop. A change is shown at once.',
  groups: [
    {
      heading: 'Shop',
      fields: [
        {
          name: 'name',
          label: 'Name of the shop',
          hint: 'In titles, mails and invoices. Nobody can sign up under it.',
        },
        {
          name: 'email',
          label: 'Contact e-mail',
          type: 'email',
          hint: 'On the contact page and invoices; answers to mails of the shop go there.',
        },
      ],
    },
    {
      heading: 'Search',
      fields: [
        {
          name: 'searchWords',
          label: 'Words of your buyers',
          rows: 4,
          hint: 'One a line: a word, “=” and what it means in the words of parts, as in “graka = graphics card”.',
        },
      ],
    },
    {
      heading: 'Imports',
      fields: [
        {
          name: 'maxPriceFactor',
          label: 'Prices that change by more than this factor need a tick',
          hint: 'With 2, a price that falls by more than half or rises to more than twice is listed before it is imported.',
        },
      ],
    },
  ],
};

/** Delivery, which is a document of its own, has its page in another feature. */
const sections: SettingSection[] = [
  shopSection,
  {
    path: paths.settingsSection('company'),
    label: 'Company and invoices',
    description:
      'What invoices say of the company; the postal address is on the contact page, too. What is empty is left out.',
    groups: [
      {
        heading: 'Company',
        fields: [
          { name: 'companyName', label: 'Name of the company', autoComplete: 'organization' },
          { name: 'postalAddress', label: 'Postal address', rows: 3, autoComplete: 'street-address' },
          { name: 'registration', label: 'Register and number' },
          { name: 'taxId', label: 'Tax id' },
        ],
      },
      {
        heading: 'Invoices',
        fields: [
          {
            name: 'invoicePrefix',
            label: 'Before the numbers of invoices',
            hint: 'As in INV-000042. The numbers go on when it changes.',
          },
        ],
      },
    ],
  },
  {
    path: paths.settingsSection('mails'),
    label: 'Mails and alerts',
    description: 'What the shop mails to you, and when.',
    groups: [
      {
        heading: 'Mails to you',
        hint: 'At once: within two minutes, what comes in the next ten together. Daily: at 6:00 UTC, of the last day.',
        fields: [
          {
            name: 'alertEmail',
            label: 'Send them to',
            type: 'email',
            hint: 'Empty: to all administrators with a confirmed address.',
          },
          { name: 'alertOrders', label: 'New orders', choices: alertModes },
          { name: 'alertDisputes', label: 'Disputes', choices: alertModes },
          { name: 'alertRefunds', label: 'Refunds that failed', choices: alertModes },
          { name: 'alertStock', label: 'Parts that ran out or run low', choices: alertModes },
        ],
      },
    ],
  },
  {
    path: paths.settingsSection('pages'),
    label: 'Pages',
    description: 'What the pages of the shop say beside its parts. A change is shown at once.',
    groups: [
      {
        heading: 'What the shop says of itself',
        hint: 'It is shown until you hide it; the checklist names what nobody has confirmed. Confirm what is true of your shop.',
        fields: [
          { name: 'counters', label: 'Business History, with its counters', choices: claimModes },
          { name: 'ceo', label: 'Meet Our CEO', choices: claimModes },
          { name: 'banner', label: 'Banner', choices: claimModes },
          { name: 'questions', label: 'Frequently asked questions', choices: claimModes },
          { name: 'opening', label: 'Opening of the home page, and line of the footer', choices: textModes },
          {
            name: 'companyPages',
            label: 'Terms, Privacy, About, Money-back, Delivery, Contact',
            choices: textModes,
          },
        ],
      },
      {
        heading: 'Footer',
        fields: [
          { name: 'tagline', label: 'Line of the footer', hint: 'Mails end with it, too.' },
          {
            name: 'social',
            label: 'Social links',
            rows: 3,
            hint: 'One a line: a name, then its address, as in “Mastodon https://mastodon.social/@shop”. Six at most.',
          },
        ],
      },
    ],
  },
  {
    path: paths.settingsSection('portfolio'),
    label: 'Portfolio',
    description: 'The page My Portfolio; name and picture are also at “Meet Our CEO” of the home page.',
    groups: [
      {
        heading: 'My Portfolio',
        hasImage: true,
        fields: [
          { name: 'portfolioName', label: 'Name' },
          { name: 'portfolioRole', label: 'Role' },
          { name: 'portfolioEmail', label: 'E-mail', type: 'email' },
          {
            name: 'portfolioBiography',
            label: 'Biography',
            rows: 9,
            hint: 'An empty line begins a new paragraph.',
          },
        ],
      },
      ...([1, 2, 3] as const).map((number) => ({
        heading: `Sample project ${number}`,
        hint: 'Without a title it is not shown.',
        fields: [
          { name: `project${number}Title` as const, label: 'Title' },
          { name: `project${number}Description` as const, label: 'Description', rows: 2 },
          {
            name: `project${number}Address` as const,
            label: 'Link',
            hint: 'A page of this shop, as in /parts, or an address that begins with https://',
          },
        ],
      })),
    ],
  },
];
