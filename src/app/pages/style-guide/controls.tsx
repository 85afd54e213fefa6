/** Buttons and fields of the style guide, in every state. */
import ArrowRight from 'lucide:arrow-right';
import { type ComponentProps, useId } from 'react';
import { z } from 'zod';
import { Example, GuideSection } from '#app/pages/style-guide/section.tsx';
import * as paths from '#kernel/paths.ts';
import { ChoiceField, Field, FileField, TextField } from '#ui/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { Icon, TrashIcon } from '#ui/components/icons.tsx';
import { Pager } from '#ui/components/pager.tsx';

export function Controls() {
  return (
    <>
      <GuideSection title="Buttons">
        {['btn btn-primary', 'btn', 'btn btn-tint', 'btn btn-ghost', 'btn btn-error'].map((kind) => (
          <Example key={kind} label={kind}>
            <button type="button" className={`${kind} btn-lg`}>
              Large
            </button>
            <button type="button" className={kind}>
              Button
            </button>
            <button type="button" className={`${kind} btn-sm`}>
              Small
            </button>
            <button type="button" className={kind}>
              With an icon <Icon of={ArrowRight} />
            </button>
            <button type="button" className={kind} disabled>
              Disabled
            </button>
            <button type="button" className={kind} aria-disabled="true">
              <span className="spinner" aria-hidden="true" /> Busy
            </button>
            <button type="button" className={kind} aria-label="Remove">
              <TrashIcon />
            </button>
          </Example>
        ))}
      </GuideSection>
      <GuideSection title="Fields">
        <Fields />
      </GuideSection>
      <GuideSection title="Choices and pages">
        <Choices kind="checkbox" />
        <Choices kind="radio" />
        <Example label="pager">
          <Pager page={4} pageCount={12} address={paths.parts} />
        </Example>
      </GuideSection>
    </>
  );
}

const schema = z.object({
  filled: z.string().optional(),
  wrong: z.string('Insert email'),
  words: z.string('Add review'),
  choice: z.string().optional(),
  image: z.instanceof(Blob).optional(),
});

function Fields() {
  const fixed = useId();
  const { form, fields, isBusy } = useCallForm({
    schema,
    defaultValue: { filled: 'Hof Nr. 3, 24999 Oeversee' },
    submit: async () => ({ problem: true, status: 409, detail: 'Somebody was faster: 2 are left.' }),
  });
  return (
    <div className="panel max-w-2xl">
      <Form form={form}>
        <Field
          label="Filled"
          field={fields.filled}
          hint="What is said under a field before anything is wrong"
        />
        <Field label="Needed" field={fields.wrong} type="email" />
        <TextField label="Several lines" field={fields.words} />
        <ChoiceField
          label="Choice"
          field={fields.choice}
          choices={[
            { value: 'one', label: 'One' },
            { value: 'other', label: 'Another' },
          ]}
        />
        <FileField label="Picture" field={fields.image} accept="image/png" />
        <div className="field">
          <label className="field-label" htmlFor={fixed}>
            Cannot be changed
          </label>
          <input className="input w-full" id={fixed} value="customer@compact.test" disabled />
        </div>
        <FormProblem errors={form.errors} />
        <SubmitButton isBusy={isBusy}>Show the messages</SubmitButton>
      </Form>
    </div>
  );
}

function Choices({ kind }: { kind: 'checkbox' | 'radio' }) {
  return (
    <Example label={kind}>
      <Choice type={kind} label="Not chosen" />
      <Choice type={kind} label="Chosen" defaultChecked />
      {kind === 'checkbox' && <Choice type={kind} label="Some of them" ref={setIndeterminate} />}
      <Choice type={kind} label="Needed" aria-invalid />
      <Choice type={kind} label="Cannot be chosen" disabled />
      <Choice type={kind} label="Chosen for good" defaultChecked disabled />
    </Example>
  );
}

function setIndeterminate(box: HTMLInputElement | null): void {
  if (box) box.indeterminate = true;
}

function Choice({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className="guide-choice">
      <input {...input} />
      {label}
    </label>
  );
}
