/** What pages may load and run: the content security policy, in one place. */

/** The policy of a page; only a hydrated page has a nonce, for the few inline scripts of the framework. */
export function pagePolicy(nonce: string | undefined): string {
  return Object.entries({
    'default-src': "'self'",
    'script-src': nonce ? `'self' 'nonce-${nonce}'` : "'self'",
    'style-src': "'self'",
    'img-src': "'self' https: data:",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');
}
