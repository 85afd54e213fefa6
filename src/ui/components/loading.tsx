/** The full-screen loading indicator: the wordmark's bouncing circle. */

export function Loading() {
  return (
    <div className="loading-page min-h-[60dvh]">
      <LoadingCircle />
      <noscript>
        <p className="px-4 pt-8 text-center">
          This page needs JavaScript: it is about your own account. Browsing our parts works without.
        </p>
      </noscript>
    </div>
  );
}

export function LoadingCircle() {
  return (
    <div className="loading-screen" role="status">
      <span className="loading-circle" aria-hidden="true" />
      <span className="sr-only">Loading…</span>
    </div>
  );
}
