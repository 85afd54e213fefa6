/** What pages may load and run: the content security policy, in one place. */

/** The trusted type of the small script, which puts the list of one page into another. */
const fetchedPagePolicy = 'fetched-page';

/**
 * The policy of a page. Only a hydrated page has a nonce, for the few inline scripts of the framework. Stripe is let in
 * only where its element takes the card; trusted types are required everywhere else, since Stripe's script has none.
 * Source of its hosts: Stripe's security guide, 'Content Security Policy'.
 */
export function makePagePolicy({
  nonce,
  loadsStripe,
}: {
  nonce: string | undefined;
  loadsStripe: boolean;
}): string {
  return Object.entries({
    'default-src': "'self'",
    'script-src': `'self'${nonce ? ` 'nonce-${nonce}'` : ''}${loadsStripe ? ' https://js.stripe.com https://*.js.stripe.com' : ''}`,
    'style-src': "'self'",
    'img-src': "'self' https: data:",
    'connect-src': `'self'${loadsStripe ? ' https://api.stripe.com' : ''}`,
    'frame-src': loadsStripe
      ? 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'
      : "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...(loadsStripe
      ? {}
      : {
          'require-trusted-types-for': "'script'",
          'trusted-types': nonce === undefined ? fetchedPagePolicy : "'none'",
        }),
  })
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');
}
