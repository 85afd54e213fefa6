/** The command line: `npm run shop -- <command>`. */
import type { Command } from '#app/commands/command.ts';
import { runCommand } from '#app/commands/run-command.ts';

let command: Command | undefined;
const interruption = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // 'exit' listeners stop a database that was started for the command
    if (!command?.isInterruptible) process.exit(1);
    interruption.abort();
  });
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0); // the reader has closed the pipe, as `head` does
});

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  signal: interruption.signal,
  onChosen: (chosen) => {
    command = chosen;
  },
});
