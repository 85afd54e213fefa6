/** The definition of an endpoint: its callers, its parameters and its handler. */
import type Stripe from 'stripe';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { FormTree } from './form.ts';
import { readParameters } from './parameters.ts';

/** The server has the secret key. A browser has the publishable key and may do what a client secret permits. */
export type Caller = 'server' | 'browser';

/** What every change needs, also one without an HTTP request: the ledger and the time. */
export type Moment = {
  ledger: Ledger;
  now: Date;
  /** It was said to happen at another time than that of the request: a past is made. */
  isPast?: boolean;
  /** The request that causes the change, as events name it. */
  request: { id: string | null; idempotency_key: string | null };
  settings: Settings;
};

/** The part of the configuration that changes depend on. */
export type Settings = Pick<Config, 'outcomePause' | 'webhookSecret'>;

/** For changes without a request to the API. */
export const NO_REQUEST: Moment['request'] = { id: null, idempotency_key: null };

export type EndpointCall = Moment & {
  caller: Caller;
  /** The id in the path, or ''. */
  id: string;
  /** Where the request arrived; the prefix is the path below which a reverse proxy forwards requests, or ''. */
  reachedAt: { origin: string; prefix: string };
};

export type Answer = { status: number; body: object };

export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  callers: readonly Caller[];
  /** Validates the parameters and returns the handler. Both may throw an ApiError. */
  prepare(parameters: FormTree): (call: EndpointCall) => Answer;
};

type Definition<Input> = Omit<Endpoint, 'prepare' | 'callers'> & {
  /** The server alone, unless others are named. */
  callers?: readonly Caller[];
  parameters: z.ZodType<Input>;
  answer(call: EndpointCall, input: Input): Answer;
};

export function endpoint<Input>({ parameters, answer, ...rest }: Definition<Input>): Endpoint {
  return {
    callers: ['server'],
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

/** The version that the types of the `stripe` package describe. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';
