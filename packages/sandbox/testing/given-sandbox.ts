/** A card sandbox for the tests of a file. */
import { afterAll } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';

/** Starts it before them, and removes it with its folder after them. */
export async function givenSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  afterAll(() => sandbox.remove());
  return sandbox;
}
