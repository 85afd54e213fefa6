/** What one call of the API is: who may make it, which parameters it takes and how it is answered. */

import type { z } from 'zod';
import type { Config } from './config.ts';
import type { FormTree } from './form.ts';
import { readParameters } from './parameters.ts';
import type { Ledger } from './store.ts';

/** The server holds the secret key; the browser holds the publishable one and may do what a client secret lets it. */
export type Caller = 'server' | 'browser';

/** The ledger at a moment in time: all that a change needs that nobody asked for over HTTP. */
export type Moment = {
  ledger: Ledger;
  now: Date;
  /** The request that asks for it, as events name it. */
  request: { id: string | null; idempotency_key: string | null };
  settings: Settings;
};

/** What changes need to know of the configuration. */
export type Settings = Pick<Config, 'outcomePause' | 'webhookSecret'>;

/** What happens without a request to the API. */
export const NO_REQUEST: Moment['request'] = { id: null, idempotency_key: null };

export type Call = Moment & {
  caller: Caller;
  /** The id in the path, or ''. */
  id: string;
  /** Where the request reached the sandbox; the prefix is the path below which a proxy hands requests on, or ''. */
  reachedAt: { origin: string; prefix: string };
};

export type Answer = { status: number; body: object };

export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  callers: readonly Caller[];
  /** Checks the parameters, and answers the call once they are right. Both may throw an ApiError. */
  prepare(parameters: FormTree): (call: Call) => Answer;
};

type Definition<Input> = Omit<Endpoint, 'prepare'> & {
  parameters: z.ZodType<Input>;
  answer(call: Call, input: Input): Answer;
};

export function endpoint<Input>({ parameters, answer, ...rest }: Definition<Input>): Endpoint {
  return {
    ...rest,
    prepare: (tree) => {
      const input = readParameters(parameters, tree);
      return (call) => answer(call, input);
    },
  };
}

export function ok(body: object): Answer {
  return { status: 200, body };
}

/** Seconds since 1970, the provider's unit of time. */
export function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
