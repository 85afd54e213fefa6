/** How much a feature that nothing builds on is known outside of its folder: what has to go with it. */
import { isTest, type Sources, stripComments } from './source-rules.ts';

/** `lines` name its files: imports, routes, style sheets, the build. `complaints` are the compiler's (`npm run leave-out`). */
type Ties = { lines: number; complaints: number };

/** The lines outside of the feature's folder and of tests that name one of its files. */
export function findTies(sources: Sources, feature: string): string[] {
  const name = new RegExp(`(?:#|\\bfeatures/)${feature}/`);
  return [...sources].flatMap(([file, text]) => {
    if (!/^src\/|^[^/]+\.ts$/.test(file) || isTest(file) || file.startsWith(`src/features/${feature}/`))
      return [];
    const lines = stripComments(text).split('\n');
    return lines.filter((line) => name.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
}

/** The table of ARCHITECTURE.md: what each of these features may have at most. */
export function readAllowedTies(architecture: string): ReadonlyMap<string, Ties> {
  const rows = architecture.matchAll(/^\| (\w+) +\| (\d+) +\| (\d+) +\|$/gm);
  return new Map(
    [...rows].map(([, feature = '', lines, complaints]) => [
      feature,
      { lines: Number(lines), complaints: Number(complaints) },
    ]),
  );
}
