/** The command line: `npm run shop -- <command>`. */
import { parseArgs } from 'node:util';
import { auditCommand } from '#cli/administration/audit.ts';
import { backupCommand } from '#cli/administration/backup.ts';
import { restoreCommand } from '#cli/administration/restore.ts';
import { exportPartsCommand } from '#cli/catalogue/export.ts';
import { importPartsCommand } from '#cli/catalogue/import.ts';
import { seedCommand } from '#cli/catalogue/seed.ts';
import { type Command, type CommandContext, CommandRefusal } from '#cli/command.ts';
import { describeApiCommand } from '#cli/describe-api.ts';
import { makeAdminCommand } from '#cli/make-admin.ts';
import { isUnavailable } from '#database/unavailable.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

const commands = new Map<string, Command>([
  ['make-admin', makeAdminCommand],
  ['seed', seedCommand],
  ['import', importPartsCommand],
  ['export', exportPartsCommand],
  ['audit', auditCommand],
  ['backup', backupCommand],
  ['restore', restoreCommand],
  ['describe-api', describeApiCommand],
]);

const [name = '', ...words] = process.argv.slice(2);
const command = commands.get(name);
const interruption = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // 'exit' listeners stop a database that was started for the command
    if (!command?.isInterruptible) process.exit(1);
    interruption.abort();
  });
}

try {
  const answer = await run();
  if (answer) console.log(answer);
} catch (error) {
  if (!(error instanceof CommandRefusal || error instanceof StartupRefusal || isUnavailable(error)))
    throw error;
  console.error(error.message);
  process.exitCode = error instanceof CommandRefusal ? error.exitCode : 1;
}

async function run(): Promise<string> {
  if (name === 'help' || name === '--help' || name === '-h') return formatHelp();
  if (!command)
    throw new CommandRefusal(`${name ? `There is no command “${name}”.\n\n` : ''}${formatHelp()}`);
  const parsed = parseWords(command);
  if (!parsed)
    throw new CommandRefusal([`Usage: ${formatUsage(name, command)}`, ...formatOptions(command)].join('\n'));
  return await command.run(parsed.values, { options: parsed.options, signal: interruption.signal });
}

function parseWords({
  parameters,
  options = {},
}: Command): (Pick<CommandContext, 'options'> & { values: string[] }) | undefined {
  const kinds = Object.entries(options).map(
    ([option, { value }]) => [option, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: Object.fromEntries(kinds),
      allowPositionals: true,
    });
    const minCount = parameters.filter((parameter) => !parameter.startsWith('[')).length;
    const maxCount = parameters.some((parameter) => parameter.endsWith('…')) ? Infinity : parameters.length;
    if (positionals.length < minCount || positionals.length > maxCount) return undefined;
    const given = Object.entries(values).map(([option, value]) => [option, value === true ? '' : value]);
    return { values: positionals, options: Object.fromEntries(given) };
  } catch {
    return undefined;
  }
}

function formatHelp(): string {
  const lines = [...commands].map(([known, command]) => [formatUsage(known, command), command] as const);
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
