/** Asks before something is done that buyers will notice, and does it. */
import { type ReactNode, useEffect, useState } from 'react';
import type { Problem } from '#web/api-client.ts';
import { Dialog } from '#web/components/dialog.tsx';

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
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: what went wrong is forgotten whenever it opens or closes
  useEffect(() => setProblem(undefined), [isOpen]);

  async function doIt() {
    if (!isOpen || isBusy) return;
    setBusy(true);
    const answer = await act();
    setBusy(false);
    setProblem(answer);
  }

  return (
    <Dialog isOpen={isOpen} heading={question} onClose={onClose}>
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
    </Dialog>
  );
}
