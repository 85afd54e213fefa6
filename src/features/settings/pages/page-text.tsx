/** Settings → Pages → a page: its text in Markdown, a preview, and its earlier versions. */
import { useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { z } from 'zod';
import * as paths from '#kernel/paths.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { Prose } from '#settings/components/prose.tsx';
import {
  maxPageTextLength,
  pageTextField,
  readPageTextEndpoint,
  savePageTextEndpoint,
} from '#settings/contract/page-texts.ts';
import { placeholders } from '#settings/rules/fill-page-text.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { TextField } from '#ui/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { makePrivatePageMeta } from '#ui/components/page-meta.ts';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { toast } from '#ui/components/toast.ts';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
import { refreshFrame } from '#ui/session/session.ts';
import type { Route } from './+types/page-text.ts';
import styles from './page-text.css?url';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  makePrivatePageMeta(`Settings: ${loaderData?.label ?? 'pages'}`, 'What a page of the shop says.', matches);

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  const version = new URL(request.url).searchParams.get('version') ?? undefined;
  return await callForPage(request, readPageTextEndpoint, {
    params: { page: params.id },
    query: version === undefined ? {} : { version },
  });
}

type Text = EndpointResponse<typeof readPageTextEndpoint>;

export default function PageTextPage({ loaderData: text }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const taken = search.get('version');
  return (
    <div className="grid gap-6">
      <div>
        <p className="prose-links">
          <Link to={paths.settingsSection('pages')}>All texts</Link>
        </p>
        <h3 className="panel-heading mt-2">{text.label}</h3>
        <p>{text.hint}</p>
        <p className="prose-links">
          <a href={text.path}>See the page</a>
        </p>
      </div>
      {taken !== null && (
        <Notice kind="info" role="status">
          <p>
            {taken === '0' ? 'This is the wording that the page came with' : `This is version ${taken}`}: it
            is shown once you save it.
          </p>
        </Notice>
      )}
      <Editor key={`${text.page} ${taken}`} text={text} taken={taken} />
      <Versions text={text} />
    </div>
  );
}

const formSchema = z.object({ text: pageTextField });

function Editor({ text, taken }: { text: Text; taken: string | null }) {
  const { revalidate } = useRevalidator();
  const [, setSearch] = useSearchParams();
  const [version, setVersion] = useState(text.version);
  const [preview, setPreview] = useState<Text['content'] | { problem: string }>(text.content);
  const send = (typed: string, isPreview: boolean) =>
    callEndpoint(savePageTextEndpoint, {
      params: { page: text.page },
      body: { version, text: typed, isPreview },
    });
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
    defaultValue: { text: text.text },
    draftName: `text of ${text.page} ${taken ?? ''}`,
    async submit({ text: typed }) {
      const answer = await send(typed, false);
      if (isProblem(answer)) {
        const { version: current } = answer as { version?: number };
        if (answer.refused === 'changed-meanwhile') {
          if (current !== undefined) setVersion(current);
          await revalidate(); // the versions list what others have saved
        }
        return answer;
      }
      setVersion(answer.version);
      setPreview(answer.content);
      toast.success('The page says it now');
      refreshFrame();
      if (taken === null) await revalidate();
      else setSearch({}, { replace: true, preventScrollReset: true });
    },
  });
  async function look() {
    const typed = new FormData(document.getElementById(form.id) as HTMLFormElement).get('text');
    const answer = await send(String(typed), true);
    if (!isProblem(answer)) return setPreview(answer.content);
    setPreview({ problem: answer.errors?.[0]?.message ?? answer.detail });
  }
  return (
    <>
      <Form form={form}>
        <TextField
          label="Text"
          field={fields.text}
          rows={16}
          hint={`Markdown without HTML: # title, ## section, **bold**, - point, [words](/parts). At most ${maxPageTextLength} characters.`}
        />
        <details>
          <summary className="cursor-pointer">What a text can name</summary>
          <dl className="mt-3 grid gap-2 text-sm">
            {Object.entries(placeholders).map(([name, what]) => (
              <div key={name}>
                <dt className="inline font-mono">{`{${name}}`}</dt> <dd className="inline">{what}</dd>
              </div>
            ))}
          </dl>
        </details>
        <FormProblem errors={form.errors} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={isBusy}>Save</SubmitButton>
          <AsyncButton className="btn" onPress={look}>
            Preview
          </AsyncButton>
        </div>
      </Form>
      <section className="panel" aria-label="Preview" aria-live="polite">
        <h3 className="panel-heading">Preview</h3>
        {'problem' in preview ? <p className="text-error">{preview.problem}</p> : <Shown content={preview} />}
      </section>
    </>
  );
}

/** The words as visitors read them, not the places of the home page. */
function Shown({ content: { title, opening, sections } }: { content: Text['content'] }) {
  return (
    <div className="wrap-anywhere">
      <h4 className="mt-3 text-2xl">{title}</h4>
      <Prose of={opening} className="prose prose-links mt-2" />
      {sections.map(({ heading, body }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have one heading
        <section key={index} className="mt-5">
          <h5 className="font-semibold">{heading}</h5>
          <Prose of={body} className="prose prose-links mt-1" />
        </section>
      ))}
    </div>
  );
}

function Versions({ text: { versions, version: present } }: { text: Text }) {
  const { formatTime } = useShopTimes();
  return (
    <section className="panel" aria-label="Versions">
      <h3 className="panel-heading">Versions</h3>
      <ul className="lines prose-links">
        {versions.map(({ version, savedAt, isComing }) => (
          <li key={version}>
            <Link to={`?version=${version}`} preventScrollReset>
              Version {version}
            </Link>
            {isComing && ', the wording that the page came with'} of {formatTime(savedAt)}
            {version === present && ' (shown now)'}
          </li>
        ))}
        <li>
          <Link to="?version=0" preventScrollReset>
            The wording that the page came with
          </Link>
          {present === 0 && ' (shown now)'}
        </li>
      </ul>
    </section>
  );
}
