/** A form in a dialog: below what is asked stand what went wrong, the way back, and the button that sends it. */
import type { ComponentProps, ReactNode } from 'react';
import { Form, FormProblem, SubmitButton } from '#web/ui/form.tsx';

type DialogFormProps = {
  form: ComponentProps<typeof Form>['form'] & { errors?: string[] | undefined };
  isBusy: boolean;
  /** What the button says that sends it. */
  send: string;
  /** What the button says that leaves everything as it is. */
  leave: string;
  onLeave: () => void;
  children: ReactNode;
};

/** The form of `useCallForm`, with its buttons. */
export function DialogForm({ form, isBusy, send, leave, onLeave, children }: DialogFormProps) {
  return (
    <div className="mt-4">
      <Form form={form}>
        {children}
        <FormProblem errors={form.errors} />
        <div className="modal-action mt-0">
          <button type="button" className="btn" onClick={onLeave}>
            {leave}
          </button>
          <SubmitButton isBusy={isBusy}>{send}</SubmitButton>
        </div>
      </Form>
    </div>
  );
}
