/** The types of the command line's commands. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { DataPaths } from '#app/config.ts';

export type Command = {
  /** As the help shows them: `EMAIL` one value, `FILE…` one or more, `[FILE]` one or none. */
  parameters: readonly string[];
  options?: Readonly<Record<string, Option>>;
  help: string;
  isInterruptible?: boolean;
  run(values: string[], context: CommandContext): Promise<string>;
};

type Option = {
  value?: string;
  help: string;
};

/** Where a command runs: in a process of its own, or beside others in one process. */
export type CommandStreams = {
  environment: NodeJS.ProcessEnv;
  output: Writable;
  /** Progress and refusals; a bar is drawn if it is a terminal. */
  errors: Writable & { isTTY?: boolean };
};

export type CommandContext = CommandStreams & {
  options: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
};

export class CommandRefusal extends Error {
  override name = 'CommandRefusal';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** npm runs scripts in the project's folder; INIT_CWD is the folder in which it was called. */
export function resolveGivenPath(name: string, { npm_lifecycle_event, INIT_CWD }: NodeJS.ProcessEnv): string {
  return resolve((npm_lifecycle_event === 'shop' && INIT_CWD) || '.', name);
}

/** Throws a CommandRefusal. */
export function requireShop({ dataDir, secretsFile }: Pick<DataPaths, 'dataDir' | 'secretsFile'>): void {
  if (existsSync(secretsFile)) return;
  throw new CommandRefusal(
    `There is no shop in the data folder ${dataDir}; DATA_DIR names the one that the shop uses.`,
  );
}
