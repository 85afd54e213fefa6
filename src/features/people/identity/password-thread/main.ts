/** The thread that hashes and compares passwords, with a low priority and rests: pages come first. */
import { getPriority, setPriority } from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

export type PasswordTask = { password: string; stored?: string };
export type PasswordResult = { value: string | boolean } | { error: unknown };
export type PasswordRequest = { task: PasswordTask; port: MessagePort };

/** Gets about a tenth of the time of a thread with normal priority. */
const addedNiceness = 10;

lowerPriority();
parentPort?.on('message', ({ task, port }: PasswordRequest) => {
  const begun = performance.now();
  port.postMessage(computeResult(task));
  // rests as long as it has worked: the priority does not count beside the database's processes, which have their own sessions
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, performance.now() - begun);
});

function computeResult({ password, stored }: PasswordTask): PasswordResult {
  try {
    // argon2id, 19 MiB: the library's defaults, from OWASP
    return { value: stored === undefined ? hashSync(password) : verifySync(stored, password) };
  } catch (error) {
    return { error };
  }
}

/** Only on Linux threads have their own priority; other systems would change the whole process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + addedNiceness, 19));
  } catch {
    // a sandbox may forbid it
  }
}
