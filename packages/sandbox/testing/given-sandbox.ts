/** Starts a card sandbox for the tests of a file. */
import { afterAll } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';

/** Removes the sandbox and its folder after the tests. */
export async function givenSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  afterAll(() => sandbox.remove());
  return sandbox;
}
