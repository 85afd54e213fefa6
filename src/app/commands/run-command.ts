/** Finds a command by its name, runs it, and writes its answer or its refusal. */
import { parseArgs } from 'node:util';
import {
  type Command,
  type CommandContext,
  CommandRefusal,
  type CommandStreams,
} from '#app/commands/command.ts';
import { isUnavailable } from '#platform/database/unavailable.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

/** Each is loaded when it runs: all of them together take twice as long to load as one. */
const commands = new Map<string, () => Promise<Command>>([
  ['init', async () => (await import('#app/commands/init.ts')).initCommand],
  ['make-admin', async () => (await import('#app/commands/make-admin.ts')).makeAdminCommand],
  ['reset-password', async () => (await import('#app/commands/reset-password.ts')).resetPasswordCommand],
  ['erase', async () => (await import('#app/commands/administration/erase.ts')).eraseCommand],
  ['check', async () => (await import('#app/commands/check.ts')).checkCommand],
  ['seed', async () => (await import('#app/commands/catalogue/seed.ts')).seedCommand],
  ['import', async () => (await import('#app/commands/catalogue/import.ts')).importPartsCommand],
  ['export', async () => (await import('#app/commands/catalogue/export.ts')).exportPartsCommand],
  ['audit', async () => (await import('#app/commands/administration/audit.ts')).auditCommand],
  ['backup', async () => (await import('#app/commands/administration/backup.ts')).backupCommand],
  ['restore', async () => (await import('#app/commands/administration/restore.ts')).restoreCommand],
  ['begin', async () => (await import('#app/commands/administration/begin.ts')).beginCommand],
  ['describe-api', async () => (await import('#app/commands/describe.ts')).describeApiCommand],
  ['describe-database', async () => (await import('#app/commands/describe.ts')).describeDatabaseCommand],
]);

export type CommandRun = CommandStreams & {
  signal: AbortSignal;
  /** Called before the command runs. */
  onChosen?: (command: Command) => void;
};

/** Returns the exit code; throws what is neither a refusal nor an unavailable database. */
export async function runCommand(words: readonly string[], run: CommandRun): Promise<number> {
  try {
    const answer = await runByName(words, run);
    if (answer) run.output.write(`${answer}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandRefusal || error instanceof StartupRefusal || isUnavailable(error)))
      throw error;
    run.errors.write(`${error.message}\n`);
    return error instanceof CommandRefusal ? error.exitCode : 1;
  }
}

async function runByName(
  [name = '', ...words]: readonly string[],
  { onChosen, ...context }: CommandRun,
): Promise<string> {
  if (name === 'help' || name === '--help' || name === '-h') return await formatHelp();
  const command = await commands.get(name)?.();
  if (!command)
    throw new CommandRefusal(`${name ? `There is no command “${name}”.\n\n` : ''}${await formatHelp()}`);
  onChosen?.(command);
  const parsed = parseWords(words, command);
  if ('problem' in parsed) {
    const usage = [`Usage: ${formatUsage(name, command)}`, ...formatOptions(command)];
    throw new CommandRefusal([...parsed.problem, ...usage].join('\n'));
  }
  return await command.run(parsed.values, { ...context, options: parsed.options });
}

function parseWords(
  words: readonly string[],
  { parameters, options = {} }: Command,
): (Pick<CommandContext, 'options'> & { values: string[] }) | { problem: string[] } {
  const kinds = Object.entries(options).map(
    ([option, { value }]) => [option, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(kinds),
      allowPositionals: true,
    });
    const minCount = parameters.filter((parameter) => !parameter.startsWith('[')).length;
    const maxCount = parameters.some((parameter) => parameter.endsWith('…')) ? Infinity : parameters.length;
    if (positionals.length < minCount || positionals.length > maxCount) return { problem: [] };
    const given = Object.entries(values).map(([option, value]) => [option, value === true ? '' : value]);
    return { values: positionals, options: Object.fromEntries(given) };
  } catch (error) {
    const [problem = ''] = String((error as Error).message).split(/\.?\s+(?=Did|To specify)/);
    return { problem: [`${problem}.`] };
  }
}

async function formatHelp(): Promise<string> {
  const lines = await Promise.all(
    [...commands].map(async ([known, load]) => {
      const command = await load();
      return [formatUsage(known, command), command] as const;
    }),
  );
  const width = Math.max(...lines.map(([left]) => left.length));
  return [
    'The commands of the shop:',
    ...lines.flatMap(([left, command]) => [
      `  ${left.padEnd(width)}  ${command.help}`,
      ...formatOptions(command, width + 2),
    ]),
  ].join('\n');
}

function formatUsage(known: string, { parameters }: Command): string {
  return ['npm run shop --', known, ...parameters].join(' ');
}

function formatOptions({ options = {} }: Command, width = 28): string[] {
  return Object.entries(options).map(([option, { value, help }]) => {
    const left = `      --${option}${value ? ` ${value}` : ''}`;
    return `${left.padEnd(width)}  ${help}`;
  });
}
