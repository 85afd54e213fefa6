/** One attempt of a request in one of the shop's processes: it ends with an answer, or with the process. */

export type Request = {
  /** Of its choices: actor, step and attempt. */
  name: string;
  /** Of the actor, for people. */
  actor: string;
  process: number;
  /** So many turns has it had; each has a name of its own. */
  turns: number;
  isUnderWay: boolean;
  /** True when its process is gone: nothing of it goes on. */
  isLost: boolean;
  /** Settles when its process crashes. */
  lost: Promise<'lost'>;
  lose(): void;
};

export function openRequest(fields: Pick<Request, 'name' | 'actor' | 'process'>): Request {
  const { promise, resolve } = Promise.withResolvers<'lost'>();
  const request: Request = {
    ...fields,
    turns: 0,
    isUnderWay: false,
    isLost: false,
    lost: promise,
    lose() {
      request.isLost = true;
      resolve('lost');
    },
  };
  return request;
}
