/** The content security policy of pages. */

/** The trusted type of the small script, which inserts fetched lists. */
const fetchedPagePolicy = 'fetched-page';

type PolicyOptions = { nonce: string | undefined; loadsStripe: boolean };

/** Stripe's script has no trusted types. Hosts: Stripe's security guide, 'Content Security Policy'. */
export function makePagePolicy({ nonce, loadsStripe }: PolicyOptions): string {
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
