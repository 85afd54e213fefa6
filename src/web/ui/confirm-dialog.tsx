/** Asks before something is done that buyers will notice, and does it. */
import { type ReactNode, useEffect, useState } from 'react';
import type { Problem } from '#web/api/api-client.ts';
import { LogInElsewhere } from '#web/people/log-in-elsewhere.tsx';
import { AsyncButton } from '#web/ui/async-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** `act` does what was asked about; its problem is shown, and the question stays open. */
export function ConfirmDialog({
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
  const [problem, setProblem] = useState<Problem>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: what went wrong is forgotten whenever it opens or closes
  useEffect(() => setProblem(undefined), [isOpen]);

  async function doIt() {
    if (isOpen) setProblem(await act());
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
          {no}
        </button>
        <AsyncButton className="btn btn-error" act={doIt}>
          {yes}
        </AsyncButton>
      </div>
    </Dialog>
  );
}
