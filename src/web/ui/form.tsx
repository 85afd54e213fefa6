/** Forms: validated on submit and then on change by the contract's own schemas, answered by a call, nothing typed is lost. */
import { type FormMetadata, parse, type SubmissionResult, useForm } from '@conform-to/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { Problem } from '#web/api/api-client.ts';
import { LogInElsewhere } from '#web/people/log-in-elsewhere.tsx';
import { useFormDraft } from '#web/ui/form-draft.ts';
import { Icon } from '#web/ui/icons.tsx';

type Values<Schema extends z.ZodObject> = z.input<Schema> & Record<string, unknown>;

export type CallFormOptions<Schema extends z.ZodObject> = {
  schema: Schema;
  /** What the fields hold at first. */
  defaultValue?: Partial<Record<keyof z.input<Schema>, string | number>>;
  /** Sends what was entered; a problem is shown at its fields, or under the form. */
  submit: (values: z.output<Schema>) => Promise<Problem | undefined>;
  /** Whether the form is empty again after success, the focus at its beginning, for the next one. */
  isForMany?: boolean;
  /** Under which name this tab keeps what was typed until it has been sent. */
  keptAs?: string;
};

/** A form that makes a call. `isBusy` while the call is under way. */
export function useCallForm<Schema extends z.ZodObject>({
  schema,
  defaultValue,
  submit,
  isForMany = false,
  keptAs,
}: CallFormOptions<Schema>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SubmissionResult>();
  const [rounds, setRounds] = useState(0);
  const [form, fields] = useForm<Values<Schema>>({
    lastResult: problem as never,
    defaultValue: defaultValue as never,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => readForm(formData, schema) as never,
    async onSubmit(event, { formData }) {
      event.preventDefault();
      const submission = readForm(formData, schema);
      if (submission.status !== 'success' || isBusy) return;
      const sent = event.currentTarget;
      setBusy(true);
      typing.forget(); // before the next form may be there
      const answer = await submit(submission.value);
      setBusy(false);
      setProblem(answer && submission.reply(assignErrors(answer, Object.keys(schema.shape))));
      if (answer) typing.keep();
      if (!isForMany || answer) return;
      sent.reset();
      setRounds(rounds + 1);
    },
  });
  const typing = useFormDraft(form.id, keptAs);
  useEffect(() => {
    if (rounds > 0) focusFirstField(form.id); // another one than before: an emptied form has new fields
  }, [rounds, form.id]);
  return { form, fields, isBusy };
}

/** The form of `useCallForm`: its fields stand below each other, or in two columns where there is room. */
export function Form({
  form,
  hasColumns = false,
  children,
}: {
  form: Pick<FormMetadata<Record<string, unknown>>, 'id' | 'onSubmit' | 'noValidate'>;
  hasColumns?: boolean;
  children: ReactNode;
}) {
  return (
    <form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate={form.noValidate}
      className={hasColumns ? 'form form-pair' : 'form'}
    >
      {children}
    </form>
  );
}

/** Stands under a form whose sender was logged out meanwhile; the page and what was typed stay. */
const loggedOut = 'Nothing that you typed is lost: you can send it again.';

/** What went wrong with the form as a whole, in red. */
export function FormProblem({ errors }: { errors: string[] | undefined }) {
  return (
    <div className="form-problems" aria-live="assertive">
      {errors?.map((error) => (
        <p key={error} className="form-problem">
          <Icon of={CircleAlert} className="mt-[0.2em]" />
          <span>
            {error} {error === loggedOut && <LogInElsewhere />}
          </span>
        </p>
      ))}
    </div>
  );
}

/** The button that sends a form; while it does, it says so and does nothing. */
export function SubmitButton({
  isBusy,
  disabled,
  isMain = true,
  children,
}: {
  isBusy: boolean;
  disabled?: boolean;
  /** Whether it is the one main button of the page. */
  isMain?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="submit"
      className={isMain ? 'btn btn-primary' : 'btn'}
      disabled={disabled}
      aria-disabled={isBusy}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

function focusFirstField(form: string): void {
  document.getElementById(form)?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

/** What was entered, by the schema, which takes the digits of numbers as they are; an empty field counts as not sent. */
function readForm<Schema extends z.ZodObject>(formData: FormData, schema: Schema) {
  return parse<z.output<Schema>, string[]>(formData, {
    resolve(entered) {
      const isEmpty = (value: unknown) => value === '' || (value instanceof File && value.size === 0);
      const sent = Object.fromEntries(Object.entries(entered).filter(([, value]) => !isEmpty(value)));
      const { success, data, error } = schema.safeParse(sent);
      return success ? { value: data } : { error: collectMessages(error) };
    },
  });
}

function collectMessages({ issues }: z.ZodError): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const name = path.join('.');
    messages[name] = [...(messages[name] ?? []), message];
  }
  return messages;
}

/** A problem's messages at the fields of this form; what belongs to none of them goes under the form. */
function assignErrors({ detail, refused, errors = [] }: Problem, names: string[]) {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const { path, message } of errors) {
    if (names.includes(path)) fieldErrors[path] = [message];
    else formErrors.push(message);
  }
  if (Object.keys(fieldErrors).length === 0 && formErrors.length === 0) formErrors.push(detail);
  if (refused === 'not-signed-in') formErrors.push(loggedOut);
  return { fieldErrors, formErrors };
}
