/** What a command of the command line is. */

export type Command = {
  /** What follows the command's name, as the help shows it. */
  parameters: readonly string[];
  /** One line: what it does. */
  help: string;
  /** Does it with one value a parameter, and answers the sentence to print; throws a CommandRefusal. */
  run(values: string[]): Promise<string>;
};

/** A command that cannot be done: its message is the sentence that the owner reads. */
export class CommandRefusal extends Error {
  override name = 'CommandRefusal';
}
