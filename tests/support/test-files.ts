/** The files of tests by the names that documents give them: `unit/money`, wherever it lies, or `integration/basket`. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './processes.ts';

const files = new Map(
  globSync(['tests/{unit,integration,e2e,processes}/**/*.test.ts', 'src/**/tests/*.test.ts'], {
    cwd: projectRoot,
  })
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => [nameTestFile(file), file]),
);

/** Unit tests of a feature lie beside what they test. */
export function nameTestFile(file: string): string {
  const name = file.replace(/\.test\.ts$/, '');
  return name.startsWith('src/') ? `unit/${path.posix.basename(name)}` : name.replace(/^tests\//, '');
}

export function listTestFiles(): string[] {
  return [...files.values()];
}

/** From the project's folder; throws when there is none. */
export function findTestFile(name: string): string {
  const file = files.get(name);
  if (!file) throw new Error(`There is no test ${name}.`);
  return file;
}
