/** Forms of public pages, which work without a script. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiDependencies } from '#api/register-endpoint.ts';

/** The routes of this scope take forms and nothing else. */
export function parseForms(scope: FastifyInstance, maxBytes = 4096): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, form, done) => done(null, Object.fromEntries(new URLSearchParams(String(form)))),
  );
}

/**
 * False for a form of another site. Browsers say where a form comes from: all in `Origin`, and at https and loopback
 * addresses also in `Sec-Fetch-Site`. Programs that say nothing have no cookies of somebody else.
 */
export function isSentByShop({ headers }: FastifyRequest, { accounts, publicUrl }: ApiDependencies): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { trustedOrigins } = accounts.options;
  return headers.origin === undefined || [publicUrl, ...trustedOrigins].includes(headers.origin);
}
