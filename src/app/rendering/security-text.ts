/** `/.well-known/security.txt`: where to report a vulnerability. Source: RFC 9116. */
import type { FastifyInstance } from 'fastify';
import type { SettingsCache } from './shown-settings.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. */
const validDays = 180;

export function securityTextRoute(
  app: FastifyInstance,
  { publicUrl, now, settings }: { publicUrl: string; now: () => Date; settings: SettingsCache },
): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) => {
    const { email } = await settings.read();
    return await reply.type('text/plain; charset=utf-8').send(formatSecurityText(publicUrl, email, now()));
  });
}

function formatSecurityText(publicUrl: string, email: string, at: Date): string {
  const lastDay = Math.floor(at.getTime() / dayMs) + validDays;
  return [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(lastDay * dayMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
