/** What pages may load and run: the content security policy, in one place. */

/** The trusted type of the small script, which puts the list of one page into another. */
const fetchedPagePolicy = 'fetched-page';

/**
 * The policy of a page; only a hydrated page has a nonce, for the few inline scripts of the framework, and only there
 * is Stripe let in, when it takes the cards. Source of its hosts: Stripe's security guide, 'Content Security Policy'.
 */
export function pagePolicy({
  nonce,
  takesStripe,
}: {
  nonce: string | undefined;
  takesStripe: boolean;
}): string {
  const stripe = nonce !== undefined && takesStripe;
  return Object.entries({
    'default-src': "'self'",
    'script-src': `'self'${nonce ? ` 'nonce-${nonce}'` : ''}${stripe ? ' https://js.stripe.com https://*.js.stripe.com' : ''}`,
    'style-src': "'self'",
    'img-src': "'self' https: data:",
    'connect-src': `'self'${stripe ? ' https://api.stripe.com' : ''}`,
    'frame-src': stripe ? 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com' : "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    // not where React runs: it makes the scripts of an error page by innerHTML (react-dom 19.3)
    ...(nonce === undefined
      ? { 'require-trusted-types-for': "'script'", 'trusted-types': fetchedPagePolicy }
      : {}),
  })
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');
}
