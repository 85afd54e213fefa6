/** The types of the command line's commands. */

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

export type CommandContext = {
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
