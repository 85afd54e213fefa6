/** The rules of the house as functions over the text of its files: each answers a sentence for every breach. */
import path from 'node:path';

/** The project's files by their path from its root. */
export type Sources = ReadonlyMap<string, string>;

const rooms = [
  'domain',
  'contract',
  'database',
  'payments',
  'images',
  'mail',
  'identity',
  'shop',
  'api',
  'web',
  'jobs',
  'cli',
  'server',
] as const;
type Room = (typeof rooms)[number];

/** What each room may import besides itself, types included. */
const mayImport = {
  domain: [],
  contract: ['domain'],
  database: ['domain'],
  payments: ['domain'],
  images: ['domain'],
  mail: ['domain'],
  identity: ['domain', 'database'],
  shop: ['domain', 'database', 'payments', 'images', 'identity'],
  api: ['domain', 'contract', 'database', 'identity', 'shop'],
  web: ['domain', 'contract'],
  jobs: ['domain', 'database', 'mail', 'shop'],
  cli: ['domain', 'database', 'shop', 'jobs', 'server'],
  server: rooms.filter((room) => room !== 'cli'),
} as const satisfies Record<Room, readonly Room[]>;

/** What the server's half of a page may import besides. */
const mayImportOnServer: readonly Room[] = ['database', 'identity', 'shop'];

/** Imports that leave their room against the table, or by another way than `#room/file.ts`. */
export function findForbiddenImports(sources: Sources): string[] {
  return [...codeOf(sources)].flatMap(([file, text]) =>
    importsOf(text).flatMap((specifier) => {
      const complaint = complainOf(file, specifier);
      return complaint ? [`${file} imports ${specifier}: ${complaint}`] : [];
    }),
  );
}

function complainOf(file: string, specifier: string): string | undefined {
  const home = roomOf(file);
  const target = resolve(file, specifier);
  if (specifier.startsWith('#') && !rooms.some((room) => specifier.startsWith(`#${room}/`))) {
    return 'there is no such room';
  }
  if (target === undefined) return undefined; // a package
  const [top = '', second = ''] = target.split('/');
  if (home === undefined) {
    const isNeighbour = file.startsWith('sandbox/') || file.startsWith('bin/');
    return isNeighbour && top !== file.split('/')[0] ? 'a neighbour imports nothing of the house' : undefined;
  }
  if (top !== 'src') return target.endsWith('.json') ? undefined : 'src imports only src';
  if (!isRoom(second)) return 'every file of src is in a room';
  if (second === home) return undefined;
  if (!specifier.startsWith('#')) return 'another room is named by its #subpath';
  return isAllowed(file, home, second) ? undefined : `${home} may not import ${second}`;
}

function isAllowed(file: string, home: Room, target: Room): boolean {
  if ((mayImport[home] as readonly Room[]).includes(target)) return true;
  return home === 'web' && /\.server\.tsx?$/.test(file) && mayImportOnServer.includes(target);
}

/** Chains of imports that come back to where they began, types included. */
export function findCycles(sources: Sources): string[] {
  const graph = new Map(
    [...codeOf(sources)].map(([file, text]) => [
      file,
      importsOf(text).flatMap((specifier) => {
        const target = resolve(file, specifier);
        return target !== undefined && sources.has(target) ? [target] : [];
      }),
    ]),
  );
  const finished = new Set<string>();
  const cycles: string[] = [];
  function visit(file: string, trail: string[]): void {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (trail.includes(file) || finished.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    finished.add(file);
  }
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

/** Packages that only some shops use, and that take long to load: they are imported where they are needed, by `import()`. */
const onDemand = /^\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\bfrom\s*)?['"](@aws-sdk\/[^'"]+)['"]/gm;

/** Files of the shop that make every start wait for what only some shops use. */
export function findEagerImports(sources: Sources): string[] {
  return [...codeOf(sources)].flatMap(([file, text]) =>
    file.startsWith('src/')
      ? [...withoutComments(text).matchAll(onDemand)].map(([, name]) => `${file} imports ${name} at once`)
      : [],
  );
}

export function findLongFiles(sources: Sources, most = 400): string[] {
  return [...codeOf(sources)].flatMap(([file, text]) => {
    const lines = text.trimEnd().split('\n').length;
    return lines > most ? [`${file} has ${lines} lines`] : [];
  });
}

/** Files whose name says nothing, and files that only pass on what others export. */
export function findNamelessFiles(sources: Sources): string[] {
  return [...codeOf(sources)].flatMap(([file, text]) => {
    const name = path.basename(file).split('.')[0] ?? '';
    if (/^(utils?|helpers?|lib|common|misc|shared)$/i.test(name)) return [`${file}: the name says nothing`];
    return isBarrel(text) ? [`${file} only passes on what others export`] : [];
  });
}

function isBarrel(text: string): boolean {
  const statements = withoutComments(text);
  const left = statements
    .replace(/^\s*import\b[^'"]*?['"][^'"]+['"](\s*with\s*\{[^}]*\})?;?/gm, '')
    .replace(/^\s*export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})(\s*from\s*['"][^'"]+['"])?;?/gm, '')
    .trim();
  return left === '' && /\bexport\b/.test(statements);
}

/** Modules that do not open with a sentence on what they are for. */
export function findUnexplainedModules(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!/\.(tsx?|js|sql|css)$/.test(file) || file.endsWith('.d.ts')) return [];
    return openingComment(text).match(/^[\p{L}`].*[.!?]$/u) ? [] : [`${file} does not say what it is for`];
  });
}

/** The first comment in one line; empty when something else comes first. */
function openingComment(text: string): string {
  const start = text.replace(/^#!.*\n/, '').trimStart();
  const block = /^\/\*\*?([\s\S]*?)\*\//.exec(start)?.[1]?.replace(/^\s*\*/gm, '');
  const lines = /^(?:(?:\/\/|--).*\n?)+/.exec(start)?.[0].replace(/^(\/\/|--)/gm, '');
  return (block ?? lines ?? '').replace(/\s+/g, ' ').trim();
}

/** Every module that a text imports: statically, for types only, or when it runs. */
export function importsOf(text: string): string[] {
  const code = withoutComments(text);
  const patterns = [
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"`]([^'"`]+)['"`]/g,
    /\brequire\(\s*['"`]([^'"`]+)['"`]/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, specifier = '']) => specifier));
}

/** Comments become blanks; what looks like one inside of quotes stays, an address for example. */
function withoutComments(text: string): string {
  return text.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*$/gm,
    (_match, quoted: string | undefined) => quoted ?? '',
  );
}

function codeOf(sources: Sources): Sources {
  return new Map([...sources].filter(([file]) => /\.(tsx?|js)$/.test(file)));
}

/** The file that an import means, from the root; undefined for a package. */
function resolve(file: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return `src/${bare.slice(1)}`;
  return bare.startsWith('.') ? path.posix.join(path.posix.dirname(file), bare) : undefined;
}

function roomOf(file: string): Room | undefined {
  const [top, room = ''] = file.split('/');
  return top === 'src' && isRoom(room) ? room : undefined;
}

function isRoom(name: string): name is Room {
  return (rooms as readonly string[]).includes(name);
}
