/** A form in a dialog: fields, problems, and the buttons to cancel and to send; apart, because most dialogs have none. */
import type { ComponentProps, ReactNode } from 'react';
import { Form, FormProblem, SubmitButton } from './form.tsx';

type DialogFormProps = {
  form: ComponentProps<typeof Form>['form'] & { errors?: string[] | undefined };
  isBusy: boolean;
  submitLabel: string;
  cancelLabel: string;
  onCancel: () => void;
  children: ReactNode;
};

export function DialogForm({ form, isBusy, submitLabel, cancelLabel, onCancel, children }: DialogFormProps) {
  return (
    <div className="mt-4">
      <Form form={form}>
        {children}
        <FormProblem errors={form.errors} />
        <div className="modal-action mt-0">
          <button type="button" className="btn" onClick={onCancel}>
            {cancelLabel}
          </button>
          <SubmitButton isBusy={isBusy}>{submitLabel}</SubmitButton>
        </div>
      </Form>
    </div>
  );
}
