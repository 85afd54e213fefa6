/** The full-screen loading indicator: a bouncing purple circle. */

export function Loading() {
  return (
    <div className="grid min-h-[60dvh] place-items-center" role="status">
      <span className="loading-circle" aria-hidden="true" />
      <span className="sr-only">Loading…</span>
      <noscript>
        <p className="px-4 text-center">
          This page needs JavaScript: it is about your own account. Browsing our parts works without.
        </p>
      </noscript>
    </div>
  );
}
