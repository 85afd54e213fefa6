/** The types of the command line's commands. */

export type Command = {
  /**
   * What follows the command's name, as the help shows it: `EMAIL` one value, `FILE…` one or more, `[FILE]` one or
   * none.
   */
  parameters: readonly string[];
  options?: Readonly<Record<string, Option>>;
  help: string;
  /** Whether it handles `signal`; other commands exit immediately. */
  isInterruptible?: boolean;
  /** Returns what to print; may throw a CommandRefusal. */
  run(values: string[], context: CommandContext): Promise<string>;
};

export type Option = {
  /** The placeholder of its value in the help; undefined for a switch. */
  value?: string;
  help: string;
};

export type CommandContext = {
  /** The given options; a switch is the empty string. */
  options: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
};

/** A command that cannot be run: its message is a sentence for the owner. */
export class CommandRefusal extends Error {
  override name = 'CommandRefusal';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
