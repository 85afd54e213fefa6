/** A modal dialog, named by its heading, closed by Escape; the browser restores the focus. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Problem } from '#ui/api/api-client.ts';
import { LogInElsewhere } from '#ui/session/log-in-elsewhere.tsx';
import { AsyncButton } from './action-button.tsx';

type DialogProps = { isOpen: boolean; heading: string; onClose: () => void; children: ReactNode };

export function Dialog({ isOpen, heading, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();

  useEffect(() => {
    const { current } = dialog;
    if (!isOpen) return current?.close();
    current?.showModal();
    // WebKit leaves the focus where it was
    if (!current?.contains(document.activeElement))
      current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={headingId}
      // the close event comes a frame later: by then the dialog may be open again
      onCancel={({ target, currentTarget }) => target === currentTarget && onClose()}
      onClose={() => isOpen && !dialog.current?.open && onClose()}
    >
      <div className="modal-box">
        <h2 className="text-lg font-bold" id={headingId}>
          {heading}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

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
