/** Names the sources in stack traces of bundled programs. */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceOrigin } from 'node:module';

const bundles = new URL('../../../build/shop/', import.meta.url).href;
const position = /(file:\/\/[^\s"'()]*\/)([\w-]+\.js):(\d+):(\d+)/g;

/** Reads the source maps only now: read at the start, as Node does it, they make it longer by a quarter. */
export function nameSources(text: string): string {
  if (!text.includes(bundles)) return text;
  return text.replace(position, (unchanged, folder: string, name: string, line: string, column: string) => {
    const map = folder === bundles ? readMap(name) : undefined;
    const origin = (map?.findOrigin(Number(line), Number(column)) ?? {}) as Partial<SourceOrigin>;
    if (!origin.fileName) return unchanged;
    return `${new URL(origin.fileName, bundles).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

const maps = new Map<string, SourceMap | undefined>();

function readMap(name: string): SourceMap | undefined {
  if (!maps.has(name)) maps.set(name, parseMap(name));
  return maps.get(name);
}

function parseMap(name: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${name}.map`, bundles), 'utf8')));
  } catch {
    return undefined; // a stack trace without sources is better than none
  }
}
