/** Door 4: the command line, `npm run shop -- <command>`. */
import { type Command, CommandRefusal } from '#cli/command.ts';
import { describeApi } from '#cli/describe-api.ts';
import { makeAdmin } from '#cli/make-admin.ts';
import { seed } from '#cli/seed.ts';
import { StartupRefusal } from '#database/startup-refusal.ts';

const commands = new Map<string, Command>([
  ['make-admin', makeAdmin],
  ['seed', seed],
  ['describe-api', describeApi],
]);

// ends by way of 'exit', where a database that was started for the command is stopped, too
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const [name = '', ...values] = process.argv.slice(2);
try {
  console.log(await answer());
} catch (error) {
  if (!(error instanceof CommandRefusal || error instanceof StartupRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function answer(): Promise<string> {
  if (name === 'help' || name === '--help' || name === '-h') return help();
  const command = commands.get(name);
  if (!command) throw new CommandRefusal(`${name ? `There is no command “${name}”.\n\n` : ''}${help()}`);
  const { parameters } = command;
  if (values.length !== parameters.length) throw new CommandRefusal(`Usage: ${usage(name, parameters)}`);
  return await command.run(values);
}

function help(): string {
  const lines = [...commands].map(([known, command]) => [usage(known, command.parameters), command.help]);
  const width = Math.max(...lines.map(([left = '']) => left.length));
  return [
    'The commands of the shop:',
    ...lines.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n');
}

function usage(known: string, parameters: readonly string[]): string {
  return ['npm run shop --', known, ...parameters].join(' ');
}
