/** Asks before something is done that buyers will notice, and does it. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Problem } from '#web/api-client.ts';

/** `act` does what was asked about; its problem is shown, and the question stays open. */
export function QuestionDialog({
  isOpen,
  question,
  yes,
  no = 'No, keep it',
  act,
  onClose,
  children,
}: {
  isOpen: boolean;
  question: string;
  yes: string;
  no?: string;
  act: () => Promise<Problem | undefined>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  useEffect(() => {
    setProblem(undefined);
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  async function doIt() {
    if (!isOpen || isBusy) return;
    setBusy(true);
    const answer = await act();
    setBusy(false);
    setProblem(answer);
  }

  return (
    <dialog ref={dialog} className="modal" aria-labelledby={headingId} onClose={() => isOpen && onClose()}>
      <div className="modal-box">
        <h2 className="text-lg font-bold" id={headingId}>
          {question}
        </h2>
        {children}
        <p className="text-error" role="alert">
          {problem?.detail}
        </p>
        <div className="modal-action">
          <button type="button" className="btn" onClick={onClose}>
            {no}
          </button>
          <button type="button" className="btn btn-error" aria-disabled={isBusy} onClick={doIt}>
            {yes}
          </button>
        </div>
      </div>
    </dialog>
  );
}
