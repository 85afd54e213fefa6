/** Calls that are to do something once, however often they are sent because an answer was lost. */
import { useRef } from 'react';
import type { Endpoint, EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { callEndpoint, isProblem, type Problem } from '#web/api/api-client.ts';
import { makeRandomKey } from '#web/api/random-key.ts';

export type IdempotentCall = {
  /** Sends under one key until an answer tells what became of it; `found` ends the sentence on where that is seen. */
  ask<C extends Endpoint & { isIdempotent: true }>(
    call: C,
    input: EndpointInput<C>,
    found: string,
  ): Promise<EndpointResponse<C> | Problem>;
  /** True while nobody knows whether the last one was done. */
  isUnfinished(): boolean;
};

export function useIdempotentCall(): IdempotentCall {
  const key = useRef<string>(undefined);
  const isLost = useRef(false);
  return {
    async ask(call, input, found) {
      key.current ??= makeRandomKey();
      const answer = await callEndpoint(call, input, { idempotencyKey: key.current });
      if (isProblem(answer) && answer.refused === 'idempotency-key-reused') {
        key.current = undefined; // now they know; what they send next is another one
        isLost.current = true; // and the page does not show it yet
        return { ...answer, detail: `Your first try has arrived: ${found}.` };
      }
      if (isProblem(answer)) isLost.current ||= answer.status === 0 || answer.status >= 500;
      else {
        key.current = undefined;
        isLost.current = false;
      }
      return answer;
    },
    isUnfinished: () => isLost.current,
  };
}
