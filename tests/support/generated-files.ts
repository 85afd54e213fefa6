/** Files that are generated from other sources, and committed. */
import { readFile } from 'node:fs/promises';

export const root = new URL('../../', import.meta.url);

/** Fails, and names the command that writes the file anew, when its text is another. */
export async function expectGenerated(file: string, text: string, command: string): Promise<void> {
  if ((await readFile(new URL(file, root), 'utf8')) === text) return;
  throw new Error(
    `${file} is not what it is generated from. Write it anew and commit it:\nnpm run shop -- ${command}`,
  );
}
