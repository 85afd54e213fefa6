/** A dialog that confirms an action before it runs. */
import { type ReactNode, useEffect, useState } from 'react';
import type { Problem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/async-button.tsx';
import { Dialog } from '#ui/components/dialog.tsx';
import { LogInElsewhere } from '#ui/session/log-in-elsewhere.tsx';

/** When `onConfirm` answers a problem, the dialog shows it and stays open. */
export function ConfirmDialog({
  isOpen,
  question,
  confirmLabel,
  cancelLabel = 'No, keep it',
  onConfirm,
  onClose,
  children,
}: {
  isOpen: boolean;
  question: string;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => Promise<Problem | undefined>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [problem, setProblem] = useState<Problem>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the problem is cleared whenever the dialog opens or closes
  useEffect(() => setProblem(undefined), [isOpen]);

  async function confirm() {
    if (isOpen) setProblem(await onConfirm());
  }

  return (
    <Dialog isOpen={isOpen} heading={question} onClose={onClose}>
      {children}
      <p className="text-error" role="alert">
        {problem?.detail}
        {problem?.refused === 'not-signed-in' && (
          <>
            {' '}
            <LogInElsewhere />
          </>
        )}
      </p>
      <div className="modal-action">
        <button type="button" className="btn" onClick={onClose}>
          {cancelLabel}
        </button>
        <AsyncButton className="btn btn-error" onPress={confirm}>
          {confirmLabel}
        </AsyncButton>
      </div>
    </Dialog>
  );
}
