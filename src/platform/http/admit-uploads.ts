/** Limits uploads: how many at the same time, in all, of a person and of strangers, and how many in an hour. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rankViewer, type Viewer, type ViewerRank } from '#kernel/people.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { countAttempt } from '#platform/database/attempts.ts';
import { sendRefusal } from '#platform/http/problems.ts';
import { formatNetwork, setRetryAfter } from '#platform/http/rate-limits.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type UploadLimits = {
  /** Concurrent uploads; each holds up to 10 MB of memory. */
  maxConcurrent: number;
  /** Of people who have not confirmed their address: the other places are kept for the others. */
  maxConcurrentOfStrangers: number;
  maxConcurrentPerPerson: number;
  maxPerHour: number;
  /** An upload that has taken longer and brought less goes when somebody else needs its place. */
  slow: { afterMs: number; bytesPerSecond: number };
};

type BareRefusal = 'image-host-busy' | 'too-many-uploads' | 'too-many-imports';

type UploadRequest = { viewer: Viewer; request: FastifyRequest; reply: FastifyReply; at: Date };

type Arrival = {
  personId: string;
  network: string;
  rank: ViewerRank;
  findSpeed(): number;
  giveUp(): void;
};

const hourMs = 60 * 60 * 1000;
const strangerRank = 2;

export function makeAdmission(
  services: Pick<Dependencies, 'db'>,
  limits: UploadLimits,
  { subject, busy, tooMany }: { subject: string; busy: BareRefusal; tooMany: BareRefusal },
) {
  const arrivals = new Set<Arrival>();
  const count = (isCounted: (arrival: Arrival) => boolean) => [...arrivals].filter(isCounted).length;

  function hasPlace(rank: ViewerRank): boolean {
    const strangers = count((each) => each.rank === strangerRank);
    return (
      arrivals.size < limits.maxConcurrent &&
      (rank < strangerRank || strangers < limits.maxConcurrentOfStrangers)
    );
  }

  /**
   * The slowest of the network with most places, strangers first; nobody makes way for somebody of a lower rank. Who has come
   * from a network with three places more than the newcomer's makes way however fast, so that one person's two never do.
   */
  function findArrivalToEnd({ rank, network }: Pick<Arrival, 'rank' | 'network'>): Arrival | undefined {
    const countPlaces = (counted: string) => count((each) => each.network === counted);
    const maxPlaces = countPlaces(network) + limits.maxConcurrentPerPerson;
    return [...arrivals]
      .map((arrival) => ({ arrival, speed: arrival.findSpeed(), places: countPlaces(arrival.network) }))
      .filter(({ arrival, speed, places }) => {
        const tooSlow = places > maxPlaces ? Infinity : limits.slow.bytesPerSecond;
        return arrival.rank >= Math.max(rank, 1) && speed < tooSlow;
      })
      .sort(
        (one, other) =>
          other.arrival.rank - one.arrival.rank || other.places - one.places || one.speed - other.speed,
      )[0]?.arrival;
  }

  return async ({ viewer, request, reply, at }: UploadRequest): Promise<Refusal | undefined> => {
    if (count(({ personId }) => personId === viewer.id) >= limits.maxConcurrentPerPerson)
      return { refused: tooMany };
    const rank = rankViewer(viewer);
    const network = formatNetwork(request.ip);
    if (!hasPlace(rank)) findArrivalToEnd({ rank, network })?.giveUp();
    if (!hasPlace(rank)) return { refused: busy };
    const arrival: Arrival = {
      personId: viewer.id,
      network,
      rank,
      findSpeed: watchSpeed(request, limits.slow.afterMs),
      giveUp() {
        arrivals.delete(arrival);
        sendRefusal(reply.header('connection', 'close'), { refused: busy });
      },
    };
    arrivals.add(arrival);
    reply.raw.once('close', () => arrivals.delete(arrival));
    const attempt = { key: `${subject} of ${viewer.id}`, windowMs: hourMs, at };
    const { count: attempts, until } = await countAttempt(services, attempt);
    if (attempts <= limits.maxPerHour) return undefined;
    setRetryAfter(reply, { until, at });
    return { refused: tooMany };
  };
}

/** Bytes per second from now on; infinite at the beginning, and once all has arrived. */
function watchSpeed({ raw }: FastifyRequest, afterMs: number): () => number {
  const [startedAt, startBytes] = [performance.now(), raw.socket.bytesRead];
  return () => {
    const ms = performance.now() - startedAt;
    if (raw.complete || ms < afterMs) return Number.POSITIVE_INFINITY;
    return ((raw.socket.bytesRead - startBytes) / ms) * 1000;
  };
}
