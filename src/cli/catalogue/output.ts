/** Where a command writes its text: a file, moved to its path when complete, or standard output. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { explainFileError } from '#cli/catalogue/text-lines.ts';
import { CommandRefusal } from '#cli/command.ts';
import { resolveGivenPath } from '#cli/given-path.ts';

export type Output = {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  close(): Promise<void>;
};

export async function openOutput(name: string | undefined): Promise<Output> {
  return name === undefined ? openStandardOutput() : await openFile(name);
}

async function openFile(name: string): Promise<Output> {
  const path = resolveGivenPath(name);
  const partial = `${path}.partial`;
  const refuse = (error: unknown) => {
    throw new CommandRefusal(`“${name}” cannot be written: ${explainFileError(error)}.`);
  };
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile()) throw new CommandRefusal(`“${name}” is not a file.`);
  const file: FileHandle = await open(partial, 'w').catch(refuse);
  const remove = () => rmSync(partial, { force: true });
  process.once('exit', remove); // after Ctrl-C
  return {
    write: async (text) => void (await file.writeFile(text).catch(refuse)),
    finish: async () => {
      await file.sync().catch(refuse);
      await rename(partial, path).catch(refuse);
    },
    close: async () => {
      await file.close();
      remove();
    },
  };
}

function openStandardOutput(): Output {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0); // the reader has closed the pipe, as `head` does
  });
  return {
    write: async (text) => {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    },
    finish: async () => {},
    close: async () => {},
  };
}
