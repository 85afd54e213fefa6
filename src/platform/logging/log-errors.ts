/** Logs failures in the background without repeating them. */
import type { Log } from '#platform/system/log.ts';

const repeatAfterMs = 60_000;

export function makeErrorLogger(log: Log): (what: string, error: unknown) => void {
  const loggedAt = new Map<string, number>();
  return (what, error) => {
    const line = `${what} failed: ${formatError(error)}`;
    const now = performance.now();
    for (const [old, at] of loggedAt) if (now - at >= repeatAfterMs) loggedAt.delete(old);
    if (loggedAt.has(line)) return;
    loggedAt.set(line, now);
    log(line, 'error');
  };
}

/** pg-boss reports errors as plain objects. */
function formatError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, code } = error as { message?: unknown; code?: unknown };
  return String(message || code || JSON.stringify(error));
}
