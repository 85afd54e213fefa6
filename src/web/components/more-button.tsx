/** Loads the next page of a list, and says so when that fails. */
import { useState } from 'react';
import type { Problem } from '#web/api-client.ts';

export function MoreButton({
  hasMore,
  more,
}: {
  hasMore: boolean;
  more: () => Promise<Problem | undefined>;
}) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  if (!hasMore) return null;
  return (
    <div className="mt-4 text-center">
      <p className="text-error" role="alert">
        {problem?.detail}
      </p>
      <button
        type="button"
        className="btn"
        aria-disabled={isBusy}
        onClick={async () => {
          if (isBusy) return;
          setBusy(true);
          setProblem(await more());
          setBusy(false);
        }}
      >
        Show older ones
      </button>
    </div>
  );
}
