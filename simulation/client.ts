/** A client whose requests go to a random process until they are answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../bench/dice.ts';
import type { Visitor } from '../tests/support/visitor.ts';
import type { Actions, Journal } from './journal.ts';
import { type LoadControl, LoadStopped } from './load-control.ts';
import { type Request, type RequestStatistics, type ShopResponse, send } from './requests.ts';

/** The shared state of all clients of a run. */
export type Load = {
  /** Where requests are sent. */
  addresses: readonly string[];
  /** The addresses of the shop's processes, whose lists and pages are compared. */
  processes: readonly string[];
  journal: Journal;
  control: LoadControl;
  statistics: RequestStatistics;
  dice: Dice;
  /** How many times as long the pauses of all clients are. */
  pauseFactor: number;
  /** The ids of the parts that are bought and edited. */
  parts: readonly string[];
};

const retryPauseMs = 150;

/** Sends a request to a random process until its status is below 500; throws LoadStopped. */
export async function sendUntilAnswered(load: Load, request: Request): Promise<ShopResponse> {
  for (;;) {
    const answer = await send(load.dice.any(load.addresses), request, load.statistics);
    if (answer && answer.status < 500) return answer;
    if (load.control.isStopped()) throw new LoadStopped();
    await sleep(retryPauseMs);
  }
}

/** Does so as a person, with a new access token when the old one has expired. */
export async function sendAs(load: Load, person: Visitor, request: Request): Promise<ShopResponse> {
  for (;;) {
    const headers = { authorization: `Bearer ${person.token}`, ...request.headers };
    const answer = await sendUntilAnswered(load, { ...request, headers });
    if (answer.status !== 401) return answer;
    const renewed = await sendUntilAnswered(load, {
      method: 'PUT',
      path: `/api/user/${person.email}`,
      headers: { cookie: person.cookies.join('; ') },
      body: { email: person.email },
    });
    if (renewed.status !== 200) throw new Error(`No new token: ${JSON.stringify(renewed)}`);
    person.token = String(renewed.body.token);
  }
}

/** One change in the journal. A repeated request whose first answer was lost finds `lastState`, which only this client makes. */
export async function change<A extends 'ship' | 'cancel' | 'settle' | 'price'>(
  load: Load,
  person: Visitor,
  {
    action,
    input,
    request,
    lastState,
  }: { action: A; input: Actions[A]['input']; request: Request; lastState?: string },
): Promise<void> {
  await load.control.act(async () => {
    const operation = load.journal.start(action, randomUUID(), input);
    const answer = await sendAs(load, person, request);
    const isDone = answer.status === 200 || (lastState !== undefined && answer.body.state === lastState);
    if (isDone) load.journal.acknowledge(operation, {} as Actions[A]['answer']);
    else load.journal.refuse(operation, readRefusal(answer));
  });
}

/** Repeats the action, with short pauses, until the load is stopped. */
export async function repeat(load: Load, longestPauseMs: number, action: () => Promise<void>): Promise<void> {
  try {
    while (!load.control.isStopped()) {
      await action();
      await sleep(load.dice.next() * longestPauseMs * load.pauseFactor);
    }
  } catch (error) {
    if (!(error instanceof LoadStopped)) throw error;
  }
}

/** The kind of a refusal; throws on any other response. */
export function readRefusal({ status, body }: ShopResponse): string {
  if (typeof body.refused !== 'string' || body.refused === 'invalid-input') {
    throw new Error(`An answer that no client expects: ${status} ${JSON.stringify(body)}`);
  }
  return body.refused;
}
