/** Which build of the program runs. */
import { readFileSync } from 'node:fs';

/** Changes with the code of the bundles, and with Node; undefined while the program runs from its sources. */
export function readBuildId(): string | undefined {
  if (import.meta.filename.endsWith('.ts')) return undefined;
  const { code } = JSON.parse(readFileSync(`${import.meta.dirname}/needs.json`, 'utf8')) as { code: string };
  return `${code} ${process.version}`;
}
