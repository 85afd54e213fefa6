/** A person at the shop whose requests go to whichever process chance names, until they are answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../bench/dice.ts';
import type { Visitor } from '../tests/support/visitor.ts';
import type { Journal } from './journal.ts';
import { type LoadControl, LoadStopped } from './load-control.ts';
import { type Answered, type Request, type RequestStatistics, sendUntilAnswered } from './requests.ts';

/** What all clients of a run share. */
export type Load = {
  /** The addresses of the shop's processes. */
  addresses: readonly string[];
  journal: Journal;
  control: LoadControl;
  statistics: RequestStatistics;
  dice: Dice;
  /** The ids of the parts that are bought and edited. */
  parts: readonly string[];
};

/** Sends a request as this person until it is answered below 500, with a new access token when the old one has expired. */
export async function askAs(load: Load, person: Visitor, request: Request): Promise<Answered> {
  const anywhere = () => load.dice.any(load.addresses);
  const authorized = () => ({
    ...request,
    headers: { authorization: `Bearer ${person.token}`, ...request.headers },
  });
  for (;;) {
    const answer = await sendUntilAnswered(anywhere, authorized, load.control, load.statistics);
    if (answer.status !== 401) return answer;
    const renewed = await sendUntilAnswered(
      anywhere,
      () => ({
        method: 'PUT',
        path: `/api/user/${person.email}`,
        headers: { cookie: person.cookies.join('; ') },
        body: {},
      }),
      load.control,
      load.statistics,
    );
    if (renewed.status !== 200) throw new Error(`No new token: ${JSON.stringify(renewed)}`);
    person.token = String(renewed.body.token);
  }
}

/** Does the same again and again, with short pauses, until the load is stopped. */
export async function repeat(load: Load, longestPauseMs: number, action: () => Promise<void>): Promise<void> {
  try {
    while (!load.control.isStopped()) {
      await action();
      await sleep(load.dice.next() * longestPauseMs);
    }
  } catch (error) {
    if (!(error instanceof LoadStopped)) throw error;
  }
}

/** The word with which the shop refused; throws when a refusal is none that the API knows. */
export function readRefusal({ status, body }: Answered): string {
  if (typeof body.refused !== 'string' || body.refused === 'invalid-input') {
    throw new Error(`An answer that no client expects: ${status} ${JSON.stringify(body)}`);
  }
  return body.refused;
}
