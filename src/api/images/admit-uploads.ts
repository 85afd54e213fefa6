/** Limits uploads: how many at the same time, in all and of a person, and how many in an hour. */
import type { FastifyReply } from 'fastify';
import type { Viewer } from '#domain/people/people.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import { countAttempt } from '#shop/people/count-attempts.ts';

export type UploadLimits = {
  /** Concurrent uploads; each holds up to 10 MB of memory. */
  maxConcurrent: number;
  maxConcurrentPerPerson: number;
  maxPerHour: number;
};

type BareRefusal = 'image-host-busy' | 'too-many-uploads' | 'too-many-imports';

type UploadRequest = { viewer: Viewer; reply: FastifyReply; at: Date };

const hourMs = 60 * 60 * 1000;

export function makeAdmission(
  services: Pick<Dependencies, 'db'>,
  limits: UploadLimits,
  { subject, busy, tooMany }: { subject: string; busy: BareRefusal; tooMany: BareRefusal },
) {
  const uploaders: string[] = [];
  return async ({ viewer, reply, at }: UploadRequest): Promise<Refusal | undefined> => {
    if (uploaders.filter((id) => id === viewer.id).length >= limits.maxConcurrentPerPerson)
      return { refused: tooMany };
    if (uploaders.length >= limits.maxConcurrent) return { refused: busy };
    uploaders.push(viewer.id);
    reply.raw.once('close', () => uploaders.splice(uploaders.indexOf(viewer.id), 1));
    const attempt = { key: `${subject} of ${viewer.id}`, windowMs: hourMs, at };
    const { count, until } = await countAttempt(services, attempt);
    if (count <= limits.maxPerHour) return undefined;
    reply.header('retry-after', Math.ceil((until.getTime() - at.getTime()) / 1000));
    return { refused: tooMany };
  };
}
