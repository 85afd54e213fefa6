/** Which pictures the parts of the demo want, and which of them are missing or out of date. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Wanted = {
  key: string;
  /** What is rendered for it: the same part without words. */
  model: string;
  lines: readonly string[];
  /** Of all that decides what it looks like; a picture with another one is out of date. */
  fingerprint: string;
};

const art = new URL('../', import.meta.url).pathname;
/** From the list that the shop makes of its parts (`bench/wanted-pictures.ts`): what parts of the demo show comes first. */
export function readWanted(path: string): Wanted[] {
  const wanted: Omit<Wanted, 'fingerprint'>[] = JSON.parse(readFileSync(path, 'utf8'));
  return wanted.map(({ key, model, lines }) => makeWanted(model, lines, key));
}

/** Without lines also of what no part asks for: a banner, a scene. */
export function makeWanted(model: string, lines: readonly string[] = [], key = model): Wanted {
  const printer = lines.length > 0 ? readFileSync(join(art, 'src/print.ts'), 'utf8') : '';
  return { key, model, lines, fingerprint: hash([fingerprintModel(model), ...lines, printer]) };
}

const fingerprints = new Map<string, string>();

/** Of the key, which says the record, and of the scripts of its kind. */
function fingerprintModel(key: string): string {
  const known = fingerprints.get(key);
  if (known) return known;
  if (key.startsWith('avatar-')) return hash([key, readFileSync(join(art, 'src/avatars.ts'), 'utf8')]);
  const scripts = ['render', 'studio', findModule(key)].reduce(collectScripts, new Map<string, string>());
  const texts = [...scripts.values()];
  const drawings = [
    ['soldermask(', 'boards.ts'],
    ["'label-", 'labels.ts'],
  ].flatMap(([sign = '', file = '']) =>
    texts.some((text) => text.includes(sign)) ? [readFileSync(join(art, 'src', file), 'utf8')] : [],
  );
  const made = hash([key, ...texts, ...drawings]);
  fingerprints.set(key, made);
  return made;
}

/** The table of kinds in `pictures.py` says which module reads the rest of a key. */
function findModule(key: string): string {
  const rows = readFileSync(join(art, 'blender/pictures.py'), 'utf8').matchAll(
    /^ {4}'([\w-]+)': .*\b(\w+)\.\w+/gm,
  );
  // 'case-fan' is no 'case'
  const longest = [...rows].toSorted(([one], [other]) => other.length - one.length);
  const row = longest.find(([, kind = '']) => key === kind || key.startsWith(`${kind}-`));
  if (!row?.[2]) throw new Error(`No kind of packages/art/blender/pictures.py is that of '${key}'.`);
  return row[2];
}

/** The module and what it imports, without the table of all pictures. */
function collectScripts(scripts: Map<string, string>, name: string): Map<string, string> {
  if (scripts.has(name) || name === 'pictures') return scripts;
  const file = readdirSync(join(art, 'blender')).find((each) => each === `${name}.py`);
  if (!file) return scripts;
  const text = readFileSync(join(art, 'blender', file), 'utf8');
  scripts.set(name, text);
  const imports = [...text.matchAll(/^(?:import|from) (\w+)/gm)].map(([, module = '']) => module);
  return imports.reduce(collectScripts, scripts);
}

function hash(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12);
}
