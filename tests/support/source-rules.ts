/** The rules for sources: each function returns a sentence for every breach. */
import path from 'node:path';
import { features, kinds } from '#app/features.ts';
import { bundledFiles } from '../../build-patterns.ts';

/** The project's files by their path from its root. */
export type Sources = ReadonlyMap<string, string>;

/** The folders of `src`, from below: what is further up is not imported, types included. */
const floors = ['kernel', 'platform', 'ui', 'features', 'app'] as const;
type Floor = (typeof floors)[number];

/** What `*.server.ts` files of pages may also import. */
const mayImportOnServer = ['database', 'identity', 'use-cases', 'platform/database', 'platform/pages'];

/** The subpaths of packages in the root's `imports`; `src/` may not use them. */
const packageSubpaths = {
  '#sandbox/testing/': 'packages/sandbox/testing/',
  '#art/plan.ts': 'packages/art/src/plan.ts',
};

/** Imports that the features' graph, their doors and kinds (src/app/features.ts) do not allow, or that name another folder relatively. */
export function findForbiddenImports(sources: Sources): string[] {
  return [...selectCode(sources)].flatMap(([file, text]) =>
    findImports(text).flatMap((specifier) => {
      // generated from all tables, with the types of their JSON columns
      if (file === 'src/platform/database/schema.ts') return [];
      const complaint = findBreach(file, specifier);
      return complaint ? [`${file} imports ${specifier}: ${complaint}`] : [];
    }),
  );
}

/** `package.json` has `#*` for features, and the others. */
const knownSubpath = new RegExp(
  `^#(?:(?:tests|kernel|platform|ui|app|${Object.keys(features).join('|')})/|(?:root\\.tsx|routes\\.ts)$)`,
);

function findBreach(file: string, specifier: string): string | undefined {
  const target = resolve(file, specifier);
  const isOfPackage = Object.keys(packageSubpaths).some((subpath) => specifier.startsWith(subpath));
  if (specifier.startsWith('#') && !isOfPackage && !knownSubpath.test(specifier))
    return 'there is no such folder';
  if (target === undefined) return undefined; // an npm package
  if (file.startsWith('packages/')) {
    const own = file.split('/').slice(0, 2).join('/');
    return target.startsWith(`${own}/`) ? undefined : 'a package imports nothing of the rest of the project';
  }
  if (target.startsWith('packages/') && !isOfPackage) return 'a package is used by its #subpath';
  if (file.startsWith('bin/') && !target.startsWith('bin/'))
    return 'the launcher imports nothing of the rest of the project';
  if (!file.startsWith('src/') || isTest(file)) return undefined;
  if (!target.startsWith('src/')) return target.endsWith('.json') ? undefined : 'src imports only src';
  return findBreachOfSource(file, target, specifier);
}

function findBreachOfSource(file: string, target: string, specifier: string): string | undefined {
  const [from, to] = [findPlace(file), findPlace(target)];
  if (from.folder !== to.folder && specifier.startsWith('.'))
    return 'another folder is named by its #subpath';
  if (floors.indexOf(to.floor) > floors.indexOf(from.floor)) return `${from.floor}/ is below ${to.floor}/`;
  if (from.feature && to.feature && !listBelow(from.feature).has(to.feature))
    return `${from.feature} does not build on ${to.feature}`;
  if (to.feature && to.feature !== from.feature && from.feature && !kinds[to.kind]?.isDoor)
    return `${to.kind}/ is no door of ${to.feature}`;
  const uses = kinds[from.kind]?.uses;
  if (!uses || to.floor === 'kernel') return undefined;
  const isUsed = [...uses, ...(/\.server\.tsx?$/.test(file) ? mayImportOnServer : [])].some(
    (use) => use === to.kind,
  );
  return isUsed ? undefined : `${from.kind}/ does not use ${to.kind}/`;
}

type Location = {
  floor: Floor;
  feature?: string;
  /** Of folder: of a feature, or `platform/…` and the like. */
  kind: string;
  /** Its files name each other relatively. */
  folder: string;
};

function findPlace(file: string): Location {
  const [, floor = '', second = '', third = ''] = path.posix.dirname(file).split('/');
  if (floor === 'features')
    return { floor, feature: second, kind: third, folder: `src/features/${second}/${third}` };
  if (!isFloor(floor)) return { floor: 'app', kind: 'pages', folder: 'src' };
  const folder = second ? `src/${floor}/${second}` : `src/${floor}`;
  if (floor === 'app') return { floor, kind: kindsOfApp[second] ?? floor, folder };
  return { floor, kind: floor === 'platform' ? `platform/${second}` : floor, folder };
}

/** The folders of `app` that hold what a feature's do; the others may import anything. */
const kindsOfApp: Readonly<Record<string, string>> = {
  pages: 'pages',
  layout: 'pages',
  contract: 'contract',
};

function isFloor(name: string): name is Floor {
  return (floors as readonly string[]).includes(name);
}

/** A feature, what it builds on, and what these build on. */
function listBelow(feature: string, below = new Set<string>()): ReadonlySet<string> {
  if (!below.has(feature)) {
    below.add(feature);
    for (const each of features[feature] ?? []) listBelow(each, below);
  }
  return below;
}

/** Arrows of the graph that no import needs, and rings. */
export function findIdleArrows(sources: Sources): string[] {
  const used = listArrows(sources, (file) => (file.startsWith('src/') ? findPlace(file).feature : undefined));
  return Object.entries(features).flatMap(([feature, buildsOn]) =>
    buildsOn.flatMap((below) =>
      used.has(`${feature} → ${below}`) && !listBelow(below).has(feature) ? [] : [`${feature} → ${below}`],
    ),
  );
}

/** Folders of one `rules/` that import each other, types included. */
export function findEntangledFolders(sources: Sources): string[] {
  const arrows = listArrows(sources, (file) => /^src\/features\/\w+\/rules\/[^/]+(?=\/)/.exec(file)?.[0]);
  return [...arrows].filter((arrow) => arrows.has(arrow.split(' → ').toReversed().join(' → ')));
}

/** `a → b` where a file of the group a imports one of b. */
function listArrows(sources: Sources, findGroup: (file: string) => string | undefined): Set<string> {
  return new Set(
    [...selectCode(sources)].flatMap(([file, text]) => {
      const from = isTest(file) ? undefined : findGroup(file);
      if (from === undefined) return [];
      return findImports(text).flatMap((specifier) => {
        const to = findGroup(resolve(file, specifier) ?? '');
        return to !== undefined && to !== from ? [`${from} → ${to}`] : [];
      });
    }),
  );
}

/** Unit tests lie beside what they test. */
export function isTest(file: string): boolean {
  return /\/tests\/|^tests\//.test(file);
}

/** Files that are loaded with a file, itself among them: `import type` loads nothing, and `import()` does so when it is called. */
export function listReached(sources: Sources, start: string): Set<string> {
  const reached = new Set<string>();
  function visit(file: string): void {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, name = ''] of stripComments(sources.get(file) ?? '').matchAll(staticImports)) {
      const target = resolve(file, name);
      if (target !== undefined && sources.has(target)) visit(target);
    }
  }
  visit(start);
  return reached;
}

const staticImports = /^\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\bfrom\s*)?['"]([^'"]+)['"]/gm;

/** Files that load React as soon as the server starts, before `src/app/main.ts` has said that it is in production. */
export function findEarlyReact(sources: Sources): string[] {
  return [...listReached(sources, 'src/app/main.ts')].flatMap((file) =>
    [...stripComments(sources.get(file) ?? '').matchAll(staticImports)].flatMap(([, name = '']) =>
      /^react(-router)?$/.test(name) ? [`${file} imports ${name}`] : [],
    ),
  );
}

/** Files of the server that take values of bundled files: the server would have its own copies of them. */
export function findBundledCopies(sources: Sources): string[] {
  return [...selectCode(sources)].flatMap(([file, text]) => {
    if (!file.startsWith('src/') || isTest(file) || bundledFiles.test(file)) return [];
    return [...stripComments(text).matchAll(staticImports)].flatMap(([, specifier = '']) =>
      bundledFiles.test(resolve(file, specifier) ?? '') ? [`${file} takes values of ${specifier}`] : [],
    );
  });
}

/** What works on the bytes and texts of strangers; `import type` loads nothing. */
const isolatedWork =
  /(?:\bimport\(\s*|^\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\bfrom\s*)?)['"](sharp|pdfkit|fontkit|#platform\/pdf\/[^'"]+|#(?!app\/)\w+\/(?:papers|isolated)\/[^'"]+|#catalogue\/use-cases\/(?:preview|confirm)-import\.ts)['"]/gm;

/** Files that would load it into the server, instead of the program of the isolated processes. */
export function findUnisolatedWork(sources: Sources): string[] {
  return [...selectCode(sources)].flatMap(([file, text]) =>
    /^src\/(?!platform\/pdf\/|features\/\w+\/(?:papers|isolated|tests)\/|app\/isolated\/)/.test(file)
      ? [...stripComments(text).matchAll(isolatedWork)].map(([, name]) => `${file} imports ${name}`)
      : [],
  );
}

/** Components that import types from `*.server.ts` files. */
export function findServerTypes(sources: Sources): string[] {
  const imports = /^import\s+(type\b)?([^'"`;]*?)\bfrom\s*['"]([^'"]+\.server\.tsx?)['"]/gm;
  return [...selectCode(sources)].flatMap(([file, text]) => {
    if (!isOfPages(file) || /\.server\.tsx?$/.test(file)) return [];
    return [...text.matchAll(imports)]
      .filter(([, typeOnly, names = '']) => typeOnly || /\btype\s/.test(names))
      .map(([, , , specifier]) => `${file} takes a type from ${specifier}`);
  });
}

/** Files that may contain page paths: the tables of pages and of paths, and the parser of addresses. */
const mayNamePaths = [
  'src/routes.ts',
  'src/kernel/paths.ts',
  'src/features/catalogue/rules/lists/list-addresses.ts',
];

/** Literal page paths that should come from `kernel/paths.ts`; `segments` are the first segments of paths. */
export function findPathLiterals(sources: Sources, segments: readonly string[]): string[] {
  const page = `/(?:${segments.join('|')})(?![\\w.-])`;
  const literal = new RegExp(`["'\`](?:\\$\\{[^}]*\\})*${page}`, 'g');
  const home =
    /\b(?:to|href|action|formAction|address)="\/"|\b(?:navigate|replace|redirect|assign)\(["'`]\/["'`]/g;
  return [...selectCode(sources)].flatMap(([file, text]) => {
    if (!file.startsWith('src/') || isTest(file) || mayNamePaths.includes(file)) return [];
    const code = stripComments(text);
    return [...code.matchAll(literal), ...code.matchAll(home)].map(([match]) => `${file} spells ${match}`);
  });
}

/** Files with a meaningless name, and files that only re-export. */
export function findNamelessFiles(sources: Sources): string[] {
  return [...selectCode(sources)].flatMap(([file, text]) => {
    const name = path.basename(file).split('.')[0] ?? '';
    if (/^(utils?|helpers?|lib|common|misc|shared)$/i.test(name)) return [`${file}: the name says nothing`];
    return isBarrel(text) ? [`${file} only passes on what others export`] : [];
  });
}

function isBarrel(text: string): boolean {
  const statements = stripComments(text);
  const left = statements
    .replace(/^\s*import\b[^'"]*?['"][^'"]+['"](\s*with\s*\{[^}]*\})?;?/gm, '')
    .replace(/^\s*export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})(\s*from\s*['"][^'"]+['"])?;?/gm, '')
    .trim();
  return left === '' && /\bexport\b/.test(statements);
}

/** Modules without an opening sentence. */
export function findUnexplainedModules(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!/\.(tsx?|js|sql|css)$/.test(file) || file.endsWith('.d.ts')) return [];
    return openingComment(text).match(/^[\p{L}`].*[.!?]$/u) ? [] : [`${file} does not say what it is for`];
  });
}

/** The files of the program with the first sentence of their opening comment, by folder, as ARCHITECTURE.md ends. */
export function describeFiles(sources: Sources): string {
  const files = [...sources.keys()].filter(
    (file) =>
      /^(src|bin|packages\/sandbox)\/.*\.(tsx?|js|css)$/.test(file) &&
      !isTest(file) &&
      !saysItsName(file) &&
      !isOfPage(file, sources),
  );
  const folders = [...Map.groupBy(files.sort(), (file) => path.dirname(file))].map(([folder, inIt]) => {
    const lines = inIt.map((file) => `- \`${path.basename(file)}\` ${readPurpose(sources.get(file) ?? '')}`);
    return `### ${folder}/\n\n${lines.join('\n')}\n`;
  });
  const opening =
    'By the first sentence of each; `npm test` writes this list. Not in it: use cases, whose names say what they do (`hide-review.ts`), the loader (`part.server.ts`) and the styles (`part.css`) beside a page or component of that name, the files of each category, migrations and tests.\n';
  return [opening, ...folders].join('\n');
}

/** The loader or the styles of the page beside it. */
function isOfPage(file: string, sources: Sources): boolean {
  const page = file.replace(/(?:\.server\.ts|\.css)$/, '.tsx');
  return page !== file && sources.has(page);
}

/** What is added most often. */
function saysItsName(file: string): boolean {
  return /\/(?:use-cases|rules\/categories\/[^/]+)\//.test(file);
}

function readPurpose(text: string): string {
  return openingComment(text).replace(/(?<=[a-z\])`][.!?]) .*/, '');
}

/** The opening comment in one line; empty when there is none. */
function openingComment(text: string): string {
  const start = text.replace(/^#!.*\n/, '').trimStart();
  const block = /^\/\*\*?([\s\S]*?)\*\//.exec(start)?.[1]?.replace(/^\s*\*/gm, '');
  const lines = /^(?:(?:\/\/|--).*\n?)+/.exec(start)?.[0].replace(/^(\/\/|--)/gm, '');
  return (block ?? lines ?? '').replace(/\s+/g, ' ').trim();
}

/** Every module that a text imports: statically, for types only, or dynamically. */
const findImports = remember((text: string): string[] => {
  const code = stripComments(text);
  const patterns = [
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"`]([^'"`]+)['"`]/g,
    /\brequire\(\s*['"`]([^'"`]+)['"`]/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, specifier = '']) => specifier));
});

/** Removes comments; quoted text that looks like one stays. */
export const stripComments = remember((text: string): string =>
  text.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*$/gm,
    (_match, quoted: string | undefined) => quoted ?? '',
  ),
);

/** Several rules ask the same of each file. */
function remember<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text) ?? answer(text);
    answers.set(text, known);
    return known;
  };
}

/** npm packages that a package imports without declaring them, or declares without importing them. */
export function findUndeclaredPackages(sources: Sources): string[] {
  const manifests = [...sources].filter(([file]) => /^packages\/[^/]+\/package\.json$/.test(file));
  return manifests.flatMap(([file, text]) => {
    const folder = path.posix.dirname(file);
    const { peerDependencies = {} } = JSON.parse(text) as { peerDependencies?: Record<string, string> };
    const code = [...selectCode(sources)].filter(([name]) => name.startsWith(`${folder}/src/`));
    const imported = new Set(
      code.flatMap(([, source]) => findImports(source)).filter((name) => /^[a-z@](?!ode:)/.test(name)),
    );
    const named = Object.keys(peerDependencies);
    return [
      ...[...imported].filter((name) => !named.includes(name)).map((name) => `${file} does not name ${name}`),
      ...named.filter((name) => !imported.has(name)).map((name) => `${file} names ${name} in vain`),
    ];
  });
}

function selectCode(sources: Sources): Sources {
  return new Map([...sources].filter(([file]) => /\.(tsx?|js)$/.test(file)));
}

/** The imported file, from the root; undefined for an npm package. */
function resolve(file: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  for (const [subpath, folder] of Object.entries(packageSubpaths))
    if (bare.startsWith(subpath)) return folder + bare.slice(subpath.length);
  if (bare.startsWith('#tests/')) return bare.slice(1);
  const ofSource = /^#(kernel\/|platform\/|ui\/|app\/|[^/]+$)/.test(bare);
  if (bare.startsWith('#')) return `src/${ofSource ? '' : 'features/'}${bare.slice(1)}`;
  return bare.startsWith('.') ? path.posix.join(path.posix.dirname(file), bare) : undefined;
}

function isOfPages(file: string): boolean {
  if (!file.startsWith('src/')) return false;
  const { floor, kind } = findPlace(file);
  return floor === 'ui' || Boolean(kinds[kind]?.isBundled);
}
