/** The thread that hashes and compares passwords, with a low priority: pages come first where all cores are busy. */
import { getPriority, setPriority } from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** `stored` is the hash to compare with; without it the password is hashed. */
export type PasswordTask = { password: string; stored?: string };
export type PasswordResult = { value: string | boolean } | { error: unknown };
export type PasswordRequest = { task: PasswordTask; port: MessagePort };

/** About a tenth of what a thread gets beside it, so that a log-in takes longer on busy cores, but not for ever. */
const addedNiceness = 10;

lowerPriority();
parentPort?.on('message', ({ task, port }: PasswordRequest) => {
  port.postMessage(computeResult(task));
});

function computeResult({ password, stored }: PasswordTask): PasswordResult {
  try {
    // argon2id, 19 MiB, the library's defaults after OWASP
    return { value: stored === undefined ? hashSync(password) : verifySync(stored, password) };
  } catch (error) {
    return { error };
  }
}

/** On Linux a thread has a priority of its own; elsewhere it would be that of the whole process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + addedNiceness, 19));
  } catch {
    // a sandbox may forbid it: then passwords compete with pages
  }
}
