/** A client of the shop: sends requests, again when there is no answer, and gives up in the end. */
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { describeFailure, isUnavailable } from '#platform/database/unavailable.ts';
import { makeDatabase } from './database.ts';
import { makeGateway } from './gateway.ts';
import type { Ending } from './journal.ts';
import type { Actor } from './plan.ts';
import { beginRequest, nameTurn, type Run } from './run.ts';
import type { Request } from './scheduler.ts';
import type { World } from './world.ts';

export type Client = { world: World; actor: Pick<Actor, 'name' | 'process'>; name: string };

export type Sent<Answer> = { ending: Ending; answer?: Answer; refusal?: Refusal };

type Attempts = {
  /** The first one included. */
  attempts?: number;
  /** A refusal says that no attempt before has done anything. */
  isIdempotent?: boolean;
};

/** Writes everything unexpected down as a finding. */
export async function send<Answer>(
  { world, actor, name }: Client,
  what: string,
  work: (dependencies: PaymentDependencies, at: Date) => Promise<Answer | Refusal>,
  { attempts = 3, isIdempotent = false }: Attempts = {},
): Promise<Sent<Answer>> {
  const { run, journal } = world;
  let refusal: Refusal | undefined;
  let ending: Ending = 'refused';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const request = beginRequest(run, {
      name: `${name}.${what}.${attempt}`,
      actor: actor.name,
      process: actor.process,
    });
    const outcome = await Promise.race([attemptOnce(run, request, what, work), request.lost]);
    run.requests.delete(request);
    refusal = undefined;
    if (!isIdempotent && !('answer' in Object(outcome))) ending = 'unknown';
    if (outcome !== 'lost') {
      if ('error' in outcome && !isUnavailable(outcome.error)) {
        journal.findings.push(`${actor.name}: ${what} has thrown: ${describeFailure(outcome.error)}.`);
        return { ending: 'unknown' };
      }
      if ('answer' in outcome) {
        const { answer } = outcome;
        if (!isRefused(answer)) return { ending: 'acknowledged', answer };
        refusal = answer;
        if (answer.refused !== 'payment-provider-unavailable') return { ending, refusal };
      }
    }
    if (run.chance(`gives up ${request.name}`) < 0.3) break;
  }
  return refusal ? { ending, refusal } : { ending: 'unknown' };
}

async function attemptOnce<Answer>(
  run: Run,
  request: Request,
  what: string,
  work: (dependencies: PaymentDependencies, at: Date) => Promise<Answer | Refusal>,
): Promise<{ answer: Answer | Refusal } | { error: unknown }> {
  await takeTurn(run, request, () => {
    request.isUnderWay = true;
    run.history.add(request.actor, `— ${what}`);
  });
  try {
    const dependencies = {
      db: makeDatabase(run, request),
      enqueue,
      gateway: makeGateway(run, request),
    };
    const answer = await work(dependencies, run.clock.now());
    run.history.add(request.actor, `— ${what}: ${isRefused(answer) ? answer.refused : 'done'}`);
    return { answer };
  } catch (error) {
    run.history.add(request.actor, `— ${what}: ${describeFailure(error)}`);
    return { error };
  }
}

/** In place of the queue's tables, which number their rows by themselves. */
const enqueue: PaymentDependencies['enqueue'] = async (transaction, ...jobs) => {
  for (const { name, ...content } of jobs)
    await sql`insert into simulated_jobs (id, name, content)
      values (${randomUUIDv7()}, ${name}, ${JSON.stringify(content)})`.execute(transaction);
};

/** Something that happens outside of the shop, in a turn of its own: no process crashes with it. */
export async function act<Result>(
  { world: { run }, actor, name }: Client,
  what: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const request = beginRequest(run, { name: `${name}.${what}`, actor: actor.name, process: 0 });
  const result = await takeTurn(run, request, work);
  run.requests.delete(request);
  return result;
}

function takeTurn<Result>(
  { scheduler }: Run,
  request: Request,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    scheduler.turns.push({
      request,
      name: nameTurn(request),
      async happen() {
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        }
        return 'done';
      },
    });
  });
}
