/** Says what failed in the background, once for each failure that goes on. */
import type { Log } from '#system/log.ts';

const repeatAfterMs = 60_000;

/** Tells the log that something failed and why; the same again only after a minute. */
export function makeErrorLogger(log: Log): (what: string, error: unknown) => void {
  const saidAt = new Map<string, number>();
  return (what, error) => {
    const line = `${what} failed: ${formatError(error)}`;
    const now = performance.now();
    for (const [old, at] of saidAt) if (now - at >= repeatAfterMs) saidAt.delete(old);
    if (saidAt.has(line)) return;
    saidAt.set(line, now);
    log(line, 'error');
  };
}

/** pg-boss tells of errors as plain objects. */
function formatError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, code } = error as { message?: unknown; code?: unknown };
  return String(message || code || JSON.stringify(error));
}
