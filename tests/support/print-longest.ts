/** Prints the longest files and functions of the program, tests aside. */
import { globSync, readFileSync } from 'node:fs';
import { type Length, listLongFiles, listLongFunctions } from './source-rules.ts';

const count = 5;
const root = new URL('../../', import.meta.url).pathname;
const files = globSync('{src,packages/*/src,bin}/**/*.{ts,tsx,js}', { cwd: root });
const sources = new Map(files.map((file) => [file, readFileSync(root + file, 'utf8')]));
const format = ({ place, lines }: Length) => `${String(lines).padStart(7)} lines  ${place}`;
for (const [what, lengths] of [
  ['files', listLongFiles(sources)],
  ['functions', listLongFunctions(sources)],
] as const)
  console.log([`The longest ${what}:`, ...lengths.slice(0, count).map(format)].join('\n'));
