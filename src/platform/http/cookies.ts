/** Reads and sets the cookies of the shop's own. */
import type { FastifyReply, FastifyRequest } from 'fastify';

type Site = { publicUrl: string };

/** With the prefix, no other host of the domain can set it. Source: RFC 6265bis, 4.1.3.2. */
export function nameHostCookie({ publicUrl }: Site, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(/; */);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** An empty value deletes the cookie. */
export function setCookie(
  { publicUrl }: Site,
  reply: FastifyReply,
  { name, value, lifetimeSeconds }: { name: string; value: string; lifetimeSeconds: number },
  ...flags: 'HttpOnly'[]
): void {
  const maxAge = value === '' ? 0 : lifetimeSeconds;
  const secure = publicUrl.startsWith('https:') ? ['Secure'] : [];
  const attributes = [`Max-Age=${maxAge}`, 'Path=/', 'SameSite=Lax', ...flags, ...secure];
  reply.header('set-cookie', [`${name}=${value}`, ...attributes].join('; '));
}
