/** Sends a file that is to be saved. */
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '#platform/contract/endpoint.ts';

/** Its name in ASCII, and as it is for programs that know RFC 6266. */
export function sendFile(
  reply: FastifyReply,
  mediaType: string,
  { name, content }: FileAnswer,
): FastifyReply {
  const plain = name.replace(/[^\w. -]/g, '-');
  const disposition = `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  return reply
    .header('content-type', mediaType === 'text/csv' ? 'text/csv; charset=utf-8' : mediaType)
    .header('content-disposition', disposition)
    .send(typeof content === 'string' ? Buffer.from(content) : content);
}
