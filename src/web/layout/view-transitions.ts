/** View transitions that a browser skips are no errors: the page changes all the same. */

export function ignoreSkippedTransitions(): void {
  addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
  });
  // pages of the sandbox have no script that could handle the error
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    if (/\/(card-sandbox|demo-identity)\//.test(activation?.entry.url ?? ''))
      viewTransition?.skipTransition();
  });
}
