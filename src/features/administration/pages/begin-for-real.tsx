/** Settings → Begin for real: what a shop that was tried loses and keeps, and the form that does it. */
import { useState } from 'react';
import { z } from 'zod';
import { beginForRealEndpoint } from '#administration/contract/beginning.ts';
import { listBelongings } from '#administration/rules/belongings.ts';
import { requiredText } from '#kernel/fields.ts';
import * as paths from '#kernel/paths.ts';
import { countWords } from '#kernel/words.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { ChoiceField, Field } from '#ui/components/fields.tsx';
import { Form, FormProblem, useCallForm } from '#ui/components/form.tsx';
import { LinkLine, Notice } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
import type { Route } from './+types/begin-for-real.ts';

export const meta = describePrivatePage(
  'Settings: begin for real',
  'Removes what was bought and written while the shop was tried.',
);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  return await callForPage(request, beginForRealEndpoint, { body: { isPreview: true } });
}

type Answer = EndpointResponse<typeof beginForRealEndpoint>;
type Begun = Answer & { keepsCatalogue: boolean };

export default function BeginForReal({ loaderData: before }: Route.ComponentProps) {
  const [begun, setBegun] = useState<Begun>();
  if (begun) return <Outcome begun={begun} />;
  return (
    <div className="grid gap-5">
      <div>
        <h3 className="panel-heading">Begin for real</h3>
        <p>
          Ends the trying of “{before.shopName}”: what the demo and its people have left is removed, in the
          shop and in its card sandbox. Then nothing was bought yet, and invoices begin at 1.
        </p>
      </div>
      <section className="panel" aria-label="What is removed">
        <h3 className="panel-heading">What is removed</h3>
        <ul className="lines">
          {listBelongings(before).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>Everything else that was done: payments, baskets, builds, letters, and the audit log</li>
        </ul>
        <p className="mt-4">Administrators, settings, rules of delivery and pictures stay.</p>
      </section>
      {before.obstacle ? (
        <Notice kind="warning">
          <p>{before.obstacle}</p>
        </Notice>
      ) : (
        <BeginForm before={before} onBegun={setBegun} />
      )}
    </div>
  );
}

function BeginForm({ before, onBegun }: { before: Answer; onBegun: (begun: Begun) => void }) {
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
    defaultValue: { catalogue: 'keep' },
    async submit({ catalogue, typedName }) {
      const keepsCatalogue = catalogue === 'keep';
      const body = { isPreview: false, keepsCatalogue, typedName };
      const answer = await callEndpoint(beginForRealEndpoint, { body });
      if (isProblem(answer)) return answer;
      onBegun({ ...answer, keepsCatalogue });
    },
  });
  const parts = countWords(before.parts, 'part');
  return (
    <Form form={form}>
      <section className="panel grid gap-5" aria-label="Begin">
        <ChoiceField
          label="Catalogue"
          field={fields.catalogue}
          choices={[
            { value: 'keep', label: `Keep the ${parts}` },
            { value: 'remove', label: `Remove the ${parts}, too` },
          ]}
        />
        <Field
          label={`To go on, type the name of the shop: ${before.shopName}`}
          field={fields.typedName}
          autoComplete="off"
        />
      </section>
      <Notice kind="warning">
        <p>
          A backup is made first, in the folder <code className="wrap-anywhere">{before.backup}</code> of the
          shop’s machine. Only <code className="whitespace-nowrap">npm run shop -- restore</code> brings back
          what is removed.
        </p>
      </Notice>
      <FormProblem errors={form.errors} />
      <button type="submit" className="btn btn-error" aria-disabled={isBusy}>
        {isBusy && <span className="spinner" aria-hidden="true" />}
        Back up and begin
      </button>
    </Form>
  );
}

const formSchema = z.object({
  catalogue: z.enum(['keep', 'remove']),
  typedName: requiredText(100, 'Type the name of the shop'),
});

function Outcome({ begun }: { begun: Begun }) {
  const removed = [
    ...listBelongings(begun),
    ...(begun.keepsCatalogue ? [] : [countWords(begun.parts, 'part')]),
  ];
  return (
    <div className="grid gap-5">
      <Notice kind="success" role="status">
        <p>“{begun.shopName}” begins now: nothing was bought in it yet.</p>
        <p>Removed: {removed.join(', ')}.</p>
        <p>
          The backup is <code className="wrap-anywhere">{begun.backup}</code>. Whoever has this file has the
          shop’s secrets and its customers’ data.
        </p>
      </Notice>
      <LinkLine className="btn" to={paths.settings}>
        Back to Settings
      </LinkLine>
    </div>
  );
}
