/** Calls that take effect once, even if they are sent again after a lost response. */
import { useRef } from 'react';
import type { Endpoint, EndpointInput, EndpointResponse } from '#platform/contract/endpoint.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';

export type IdempotentCall = {
  /** Uses one idempotency key until the outcome is known. `whereToSee` ends the message about a repeated call. */
  send<C extends Endpoint & { isIdempotent: true }>(
    endpoint: C,
    input: EndpointInput<C>,
    whereToSee: string,
  ): Promise<EndpointResponse<C> | Problem>;
  isUnresolved(): boolean;
};

/** `storedAs`: the key is kept under this name for the tab, so that it survives a reload. */
export function useIdempotentCall(storedAs?: string): IdempotentCall {
  const key = useRef<string>(undefined);
  const isUnresolved = useRef(false);
  function forgetKey(): void {
    key.current = undefined; // the next call is a new one
    if (storedAs) sessionStorage.removeItem(storedAs);
  }
  return {
    async send(endpoint, input, whereToSee) {
      key.current ??= (storedAs && sessionStorage.getItem(storedAs)) || makeRandomKey();
      if (storedAs) sessionStorage.setItem(storedAs, key.current);
      const received = await callEndpoint(endpoint, input, { idempotencyKey: key.current });
      const answer = isProblem(received) || hasInsertedId(received) ? received : unconfirmed;
      if (isProblem(answer) && answer.refused === 'idempotency-key-reused') {
        forgetKey();
        isUnresolved.current = true; // the page does not show the result yet
        return { ...answer, detail: `Your first try has arrived: ${whereToSee}.` };
      }
      if (isProblem(answer)) isUnresolved.current ||= answer.status === 0 || answer.status >= 500;
      else {
        forgetKey();
        isUnresolved.current = false;
      }
      return answer;
    },
    isUnresolved: () => isUnresolved.current,
  };
}

/** Something between browser and shop has answered: the next call, with the same key, finds out whether it was done. */
const unconfirmed: Problem = {
  problem: true,
  status: 0,
  detail: 'The shop did not confirm it. Please try again; nothing is done twice.',
};

function hasInsertedId(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'insertedId' in answer && !!answer.insertedId;
}

/** 128 random bits in hexadecimal; `crypto.randomUUID` is missing on pages without https. */
function makeRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
