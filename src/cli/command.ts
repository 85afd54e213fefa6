/** The types of the command line's commands. */
import type { Writable } from 'node:stream';

export type Command = {
  /** As the help shows them: `EMAIL` one value, `FILE…` one or more, `[FILE]` one or none. */
  parameters: readonly string[];
  options?: Readonly<Record<string, Option>>;
  help: string;
  isInterruptible?: boolean;
  run(values: string[], context: CommandContext): Promise<string>;
};

export type Option = {
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
