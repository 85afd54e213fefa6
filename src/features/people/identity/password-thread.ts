/** Hashes and compares passwords on a worker thread, which starts on demand and restarts after a failure. */
import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';
import { APIError } from 'better-auth/api';
import { interruptedCode } from '#people/identity/password-queue.ts';
import type { PasswordRequest, PasswordResult, PasswordTask } from '#people/identity/password-thread/main.ts';

export type PasswordThread = ReturnType<typeof makePasswordThread>;

export function makePasswordThread(onFailure: (error: unknown) => void = () => {}) {
  let running: Worker | undefined;

  function start(): Worker {
    const worker = new Worker(entry);
    worker.unref();
    worker.on('error', onFailure);
    worker.on('exit', () => {
      if (running === worker) running = undefined;
    });
    return worker;
  }

  async function run(task: PasswordTask): Promise<string | boolean> {
    running ??= start();
    const { port1, port2 } = new MessageChannel();
    const result = new Promise<PasswordResult>((resolve, reject) => {
      port1.once('message', resolve);
      port1.once('close', () => reject(new APIError('SERVICE_UNAVAILABLE', { code: interruptedCode })));
    });
    running.postMessage({ task, port: port2 } satisfies PasswordRequest, [port2]);
    try {
      const response = await result;
      if ('error' in response) throw response.error;
      return response.value;
    } finally {
      port1.close();
    }
  }

  return {
    hash: async (password: string) => String(await run({ password })),
    verify: async (stored: string, password: string) => (await run({ password, stored })) === true,
    close: async (): Promise<void> => void (await running?.terminate()),
  };
}

const entry = fileURLToPath(new URL('password-thread/main.ts', import.meta.url));
