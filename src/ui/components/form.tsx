/** Forms: validated by the schemas of the contract, on submit and then on input; they send a call and store drafts. */
import CircleAlert from 'lucide:circle-alert';
import { type FormMetadata, parse, type SubmissionResult, useForm } from '@conform-to/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import type { Problem } from '#ui/api/api-client.ts';
import { useFormDraft } from '#ui/components/form-draft.ts';
import { Icon } from '#ui/components/icons.tsx';
import { LogInElsewhere } from '#ui/session/log-in-elsewhere.tsx';

type Values<Schema extends z.ZodObject> = z.input<Schema> & Record<string, unknown>;

export type CallFormOptions<Schema extends z.ZodObject, Module> = {
  /** Loads what the schema is made of when the form is first used; without it, it is in the page. */
  load?: () => Promise<Module>;
  schema: Schema | ((loaded: Module) => Schema);
  defaultValue?: Partial<Record<keyof z.input<Schema>, string | number>>;
  submit: (values: z.output<Schema>) => Promise<Problem | undefined>;
  isResetOnSuccess?: boolean;
  draftName?: string;
};

export function useCallForm<Schema extends z.ZodObject, Module = undefined>({
  load,
  schema,
  defaultValue,
  submit,
  isResetOnSuccess = false,
  draftName,
}: CallFormOptions<Schema, Module>) {
  const loaded = useRef<Module>(undefined);
  const [isLoading, setLoading] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SubmissionResult>();
  const [resetCount, setResetCount] = useState(0);
  const [form, fields] = useForm<Values<Schema>>({
    lastResult: problem as never,
    defaultValue: defaultValue as never,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => readForm(formData, selectSchema()) as never,
    async onSubmit(event, { formData }) {
      event.preventDefault();
      const ownSchema = selectSchema();
      const submission = readForm(formData, ownSchema);
      if (submission.status !== 'success' || isBusy) return;
      const formElement = event.currentTarget;
      setBusy(true);
      draft.clear(); // `submit` may navigate to another form
      const answer = await submit(submission.value);
      setBusy(false);
      setProblem(answer && submission.reply(assignErrors(answer, Object.keys(ownSchema.shape))));
      if (answer) draft.save();
      if (!isResetOnSuccess || answer) return;
      formElement.reset();
      setResetCount(resetCount + 1);
    },
  });
  const draft = useFormDraft(form.id, draftName);
  useEffect(() => {
    if (resetCount > 0) focusFirstField(form.id); // a reset form has new fields
  }, [resetCount, form.id]);
  const selectSchema = () => (typeof schema === 'function' ? schema(loaded.current as Module) : schema);

  async function prepare(): Promise<void> {
    if (!load || loaded.current) return;
    // a file that could not be imported once is not fetched again before the page is loaded anew
    if (!navigator.onLine) throw new Error(unloadedMessage);
    loaded.current = await load();
  }

  /** A form that is sent before its schema has come is sent again then. */
  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    if (!load || loaded.current) return form.onSubmit(event);
    event.preventDefault();
    if (isLoading) return;
    const { currentTarget, nativeEvent } = event;
    setLoading(true);
    try {
      await prepare();
      currentTarget.requestSubmit((nativeEvent as SubmitEvent).submitter);
    } catch {
      const submission = parse<object, string[]>(new FormData(currentTarget), {
        resolve: () => ({ value: {} }),
      });
      // no field counts as checked: input would be checked from now on
      setProblem({ ...submission.reply({ formErrors: [unloadedMessage] }), fields: [] });
    }
    setLoading(false);
  }

  const { id, noValidate, errors, validate } = form;
  return {
    form: { id, noValidate, errors, validate, prepare, onSubmit },
    fields,
    isBusy: isBusy || isLoading,
  };
}

const unloadedMessage =
  'A part of this page could not be loaded. Please check your connection and load it again.';

type CallForm = Pick<FormMetadata<Record<string, unknown>>, 'id' | 'noValidate' | 'validate'> & {
  prepare: () => Promise<void>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

type FormProps = { form: CallForm; hasColumns?: boolean; children: ReactNode };

export function Form({ form, hasColumns = false, children }: FormProps) {
  return (
    <form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate={form.noValidate}
      onFocus={() => void form.prepare().catch(() => {})} // it is told when the form is sent
      onBlur={({ target }) => {
        if (target instanceof HTMLInputElement && target.validity.patternMismatch)
          form
            .prepare()
            .then(() => form.validate({ name: target.name }))
            .catch(() => {}); // nor where the form has gone meanwhile
      }}
      className={hasColumns ? 'form form-pair' : 'form'}
    >
      {children}
    </form>
  );
}

const loggedOutMessage = 'Nothing that you typed is lost: you can send it again.';

export function FormProblem({ errors }: { errors: string[] | undefined }) {
  return (
    <div className="form-problems grid gap-2" aria-live="assertive">
      {errors?.map((error) => (
        <p key={error} className="form-problem">
          <Icon of={CircleAlert} className="mt-[0.2em]" />
          <span>
            {error} {error === loggedOutMessage && <LogInElsewhere />}
          </span>
        </p>
      ))}
    </div>
  );
}

export function SubmitButton({
  isBusy,
  isMain = true,
  disabled = false,
  children,
  ...button
}: {
  isBusy: boolean;
  disabled?: boolean;
  isMain?: boolean;
  /** The id of the form that it stands outside of. */
  form?: string;
  children: ReactNode;
}) {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <>
      <button
        type="submit"
        className={isMain ? 'btn btn-primary' : 'btn'}
        aria-disabled={isBusy}
        disabled={disabled || !isHydrated} // what is pressed before would be lost
        {...button}
      >
        {isBusy && <span className="spinner" aria-hidden="true" />}
        {children}
      </button>
      <noscript>
        <p>This needs JavaScript, which is switched off here.</p>
      </noscript>
    </>
  );
}

function focusFirstField(form: string): void {
  document.getElementById(form)?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

function readForm<Schema extends z.ZodObject>(formData: FormData, schema: Schema) {
  return parse<z.output<Schema>, string[]>(formData, {
    resolve(values) {
      // where no file was chosen, browsers send one without a name
      const isEmpty = (value: unknown) => value === '' || (value instanceof File && value.name === '');
      const nonEmptyValues = Object.fromEntries(
        Object.entries(values).filter(([, value]) => !isEmpty(value)),
      );
      const { success, data, error } = schema.safeParse(nonEmptyValues);
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

function assignErrors({ detail, refused, errors = [] }: Problem, names: string[]) {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const { path, message } of errors) {
    if (names.includes(path)) fieldErrors[path] = [message];
    else formErrors.push(message);
  }
  if (Object.keys(fieldErrors).length === 0 && formErrors.length === 0) formErrors.push(detail);
  if (refused === 'not-signed-in') formErrors.push(loggedOutMessage);
  return { fieldErrors, formErrors };
}
