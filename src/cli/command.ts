/** What a command of the command line is. */

export type Command = {
  /**
   * What follows the command's name, as the help shows it: `EMAIL` one value, `FILE…` one or more, `[FILE]` one or
   * none.
   */
  parameters: readonly string[];
  /** What may be said besides, by name. */
  options?: Readonly<Record<string, Option>>;
  /** One line: what it does. */
  help: string;
  /** Whether it heeds `interrupted` and ends by itself; any other command is ended at once. */
  isInterruptible?: boolean;
  /** Does it with the values in their order, and answers what to print; throws a CommandRefusal. */
  run(values: string[], circumstances: Circumstances): Promise<string>;
};

export type Option = {
  /** The word that stands for its value in the help; a mere switch has none. */
  value?: string;
  /** One line: what it does. */
  help: string;
};

export type Circumstances = {
  /** The options that were given; a mere switch that was is the empty text. */
  options: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  interrupted: AbortSignal;
};

/** A command that cannot be done: its message is the sentence that the owner reads. */
export class CommandRefusal extends Error {
  override name = 'CommandRefusal';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
