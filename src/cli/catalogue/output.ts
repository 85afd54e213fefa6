/** Where a command writes its text: a file, moved to its path when complete, or standard output. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { explainFileError } from '#cli/catalogue/text-lines.ts';
import { CommandRefusal, type CommandStreams, resolveGivenPath } from '#cli/command.ts';

export type Output = {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  close(): Promise<void>;
};

export async function openOutput(
  name: string | undefined,
  { environment, output }: CommandStreams,
): Promise<Output> {
  return name === undefined ? openStream(output) : await openFile(name, environment);
}

async function openFile(name: string, environment: NodeJS.ProcessEnv): Promise<Output> {
  const path = resolveGivenPath(name, environment);
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
      process.off('exit', remove);
    },
  };
}

function openStream(stream: CommandStreams['output']): Output {
  return {
    write: async (text) => {
      if (!stream.write(text)) await once(stream, 'drain');
    },
    finish: async () => {},
    close: async () => {},
  };
}
