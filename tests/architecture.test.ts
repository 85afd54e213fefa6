/** Checks the rules of STYLE.md and ARCHITECTURE.md: imports, names, and what may not be committed. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#app/endpoints.ts';
import { features } from '#app/features.ts';
import { categories } from '#catalogue/rules/parts.ts';
import * as buildPatterns from '../build-patterns.ts';
import { mutants } from '../simulation/histories/mutants.ts';
import { findNamedCategories } from './support/category-rules.ts';
import { findForeignNames } from './support/foreign-names.ts';
import { findTies, readAllowedTies } from './support/left-out.ts';
import { findUndeclaredRemovals, readOldestRelease } from './support/migration-rules.ts';
import { findOldNames } from './support/name-rules.ts';
import { pathPatterns } from './support/path-patterns.ts';
import {
  describeFiles,
  findBundledCopies,
  findEarlyReact,
  findEntangledFolders,
  findForbiddenImports,
  findIdleArrows,
  findNamelessFiles,
  findPathLiterals,
  findServerTypes,
  findUndeclaredPackages,
  findUnexplainedModules,
  findUnisolatedWork,
  isTest,
  listReached,
  type Sources,
} from './support/source-rules.ts';
import {
  findForeignTables,
  findUnorderedLocks,
  findUnwrittenTables,
  foreignTables,
} from './support/table-rules.ts';
import {
  findEndpointsWithoutSuffix,
  findOddUseCases,
  findStrayTransitions,
  findUnannouncedChanges,
} from './support/use-case-rules.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = read('{src,packages,bin,tests,bench,browsers,simulation,deploy}/**/*.{ts,tsx,js,sql,css}');

const segments = [...new Set(pathPatterns().map((each) => each.split('/')[1]))].filter(Boolean) as string[];
const findPageLiterals = (all: Sources) => findPathLiterals(all, segments);

test.each([
  [
    'the sources use features, their doors and the kinds of their folders as src/app/features.ts says',
    findForbiddenImports,
  ],
  ['the sources lock rows in the order of their ids, so that nobody deadlocks', findUnorderedLocks],
  ['no two folders of rules know each other', findEntangledFolders],
  ['no start loads React, which would then be its development build', findEarlyReact],
  ['pictures, documents and uploaded tables are worked on in isolated processes only', findUnisolatedWork],
  ['no file spells the path of a page that kernel/paths.ts has', findPageLiterals],
  ['no component takes a type from the half of a page that runs on the server', findServerTypes],
  ['every declared name is the term of docs/glossary.md, and no function is called …Of', findOldNames],
  ['every file has a name of its own, and none only passes on what others export', findNamelessFiles],
  ['every module opens with a sentence on what it is for', findUnexplainedModules],
  ['use cases take a selection of dependencies first, and one request second', findOddUseCases],
  ['use cases have other names than the endpoints in front of them', findEndpointsWithoutSuffix],
  ['use cases move orders through one function', findStrayTransitions],
  [
    'use cases cannot forget to announce changed content: whatever writes it marks the transaction',
    findUnannouncedChanges,
  ],
  [
    'no migration takes away what older releases use without saying which release may run from then on',
    findUndeclaredRemovals,
  ],
])('%s', (_, findFaults) => {
  expect(findFaults(sources)).toEqual([]);
});

describe('the sources', () => {
  test('need each arrow between features, of which there are at most 25', () => {
    expect(findIdleArrows(sources)).toEqual([]);
    expect(Object.values(features).flat().length).toBeLessThanOrEqual(25);
  });

  test('read and write the tables of their own feature alone, but for what is listed', () => {
    expect(findForeignTables(sources)).toEqual(foreignTables.toSorted());
    expect(findUnwrittenTables(sources)).toEqual([]);
  });

  test('name features that may be left out in app/ and no more often than ARCHITECTURE.md says', () => {
    const architecture = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
    const allowed = readAllowedTies(architecture);
    expect([...allowed.keys()]).toEqual(['fit', 'reviews']);
    for (const [feature, { lines, complaints }] of allowed) {
      expect(findTies(new Map([...sources, ...read('*.ts')]), feature).length, feature).toBeLessThanOrEqual(
        lines,
      );
      expect(complaints).toBeLessThanOrEqual(40);
      for (const buildsOn of Object.values(features)) expect(buildsOn).not.toContain(feature);
    }
  });

  test('have files for each pattern that the build knows', () => {
    const { groups, bundledFiles, ruleFiles, contractFiles, categoryFiles, cursorFile, serverOnlySources } =
      buildPatterns;
    for (const file of Object.values(groups).flat()) expect(sources.has(`src/${file}`), file).toBe(true);
    for (const pattern of [
      bundledFiles,
      ruleFiles,
      contractFiles,
      categoryFiles,
      cursorFile,
      serverOnlySources,
    ])
      expect(
        [...sources.keys()].filter((file) => pattern.test(file)),
        `${pattern}`,
      ).not.toEqual([]);
  });

  test('are external to the pages, or built with them, and not used by the server as well', () => {
    const { bundledFiles, externalImports } = buildPatterns;
    for (const file of sources.keys()) {
      if (!/^src\/.*\.tsx?$/.test(file) || isTest(file) || /^src\/entry\./.test(file)) continue;
      const subpath = file.replace(/^src\/(features\/)?/, '#');
      expect(externalImports.test(subpath), file).toBe(!bundledFiles.test(file));
    }
    expect(findBundledCopies(sources)).toEqual([]);
  });

  test('placing a purchase loads at most 58 files and the categories: the number may only fall', () => {
    const reached = listReached(sources, 'src/features/purchases/use-cases/place-purchase.ts');
    expect(reached.size).toBeGreaterThan(20);
    expect(reached.size, [...reached].join('\n')).toBeLessThanOrEqual(58 + categories.length);
  });

  test('what describes a category of parts loads nothing that lists, finds or imports parts', () => {
    const reached = [...listReached(sources, 'src/features/catalogue/rules/categories.ts')];
    expect(reached.length).toBeGreaterThan(10);
    expect(reached.filter((file) => /\/rules\/(?:lists|index|search|import)\//.test(file))).toEqual([]);
  });

  test('each package names the npm packages that it imports, which the one lock file holds', () => {
    const manifests = read('packages/*/package.json');
    expect([...manifests.keys()].toSorted()).toEqual([
      'packages/art/package.json',
      'packages/sandbox/package.json',
    ]);
    expect(findUndeclaredPackages(new Map([...sources, ...manifests]))).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const text of manifests.values()) {
      const { peerDependencies } = JSON.parse(text) as { peerDependencies: Record<string, string> };
      for (const name of Object.keys(peerDependencies)) expect(dependencies, name).toHaveProperty(name);
    }
  });

  test('docs/glossary.md has each term once', () => {
    const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8');
    const terms = [...glossary.matchAll(/^\| (?!term )([^|-][^|]*?) +\|/gm)].flatMap(([, term = '']) =>
      term.split(', '),
    );
    expect(terms.filter((term, index) => terms.indexOf(term) < index)).toEqual([]);
  });

  test('every file is really looked at', () => {
    expect(sources.size).toBeGreaterThan(100);
    const files = [
      'src/app/app.ts',
      'src/root.tsx',
      'packages/sandbox/src/main.ts',
      'packages/sandbox/tests/cards.test.ts',
      'packages/art/src/denoise.ts',
      'simulation/main.ts',
      'deploy/image-store.js',
      'bench/main.ts',
      'browsers/main.ts',
      'bin/compact.js',
    ];
    for (const file of files) {
      expect(sources.has(file), file).toBe(true);
    }
  });
});

describe('a category of parts', () => {
  // a new category needs nothing in these files
  const allowed = [
    'src/app/pages/style-guide/controls.tsx names other', // an example of a choice
    'src/app/pages/style-guide/pieces.tsx names graphics-card', // an example of a part
    'src/features/catalogue/rules/specification-fields.ts names memory', // a measure with the same name
  ];

  test('is named in its own definition alone', () => {
    expect(findNamedCategories(sources, categories).sort()).toEqual(allowed);
  });
});

describe('the contract', () => {
  test('has one call at each method and path', () => {
    const addresses = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });

  test('lists every call that is declared', async () => {
    const listed = new Set<unknown>(Object.values(endpoints));
    for (const file of sources.keys()) {
      if (!/^src\/.*\/contract\/.*\.ts$/.test(file)) continue;
      for (const [name, value] of Object.entries((await import(`../${file}`)) as object)) {
        if (isCall(value)) expect(listed.has(value), `${name} of ${file}`).toBe(true);
      }
    }
  });
});

test('each line that the simulation changes is in the shop, once', () => {
  const missing = mutants.filter(
    (mutant) => 'file' in mutant && sources.get(`src/${mutant.file}`)?.split(mutant.from).length !== 2,
  );
  expect(missing).toEqual([]);
});

describe('what is handed on', () => {
  const texts = read(
    '{*,.gitignore,.npmrc,packages/*/*,packages/*/{src,blender,testing,tests}/**/*,{src,bin,tests,bench,browsers,simulation,deploy,docs,catalogue,.ci}/**/*}',
  );

  test('the lock file names packages and their hashes, and no address to fetch them from', () => {
    const lock = texts.get('package-lock.json') ?? '';
    expect(lock.length).toBeGreaterThan(10_000);
    expect(lock.match(/"resolved":.*|https?:\/\/[^"]*\.tgz/g) ?? []).toEqual([]);
  });

  test('no file names a folder of the machine it was written on, or a host that packages came from', () => {
    expect(findForeignNames(texts, root)).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = read(
    '{*,docs/*,docs/decisions/*,docs/specification/*,bench/*,catalogue/*,deploy/*,packages/*/*}.md',
  );

  test('docs/decisions/README.md lists each decision once, by its title', () => {
    const pages = [...documents].flatMap(([file, text]) => {
      const [, name] = /^docs\/decisions\/(\d.+)$/.exec(file) ?? [];
      return name ? [`- [${name.slice(0, 3)}](${name}) ${/^# \d+ (.+)/.exec(text)?.[1]}`] : [];
    });
    const listed = documents.get('docs/decisions/README.md')?.match(/^- .+/gm) ?? [];
    expect(listed.toSorted()).toEqual(pages.toSorted());
  });

  test('every link leads to a file, and to a heading of it', () => {
    const broken = [...documents].flatMap(([file, text]) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)].flatMap(([link, to, heading]) => {
        const target = to ? join(dirname(file), to) : file;
        const isThere =
          existsSync(join(root, target)) && (!heading || listHeadings(target).includes(heading));
        return isThere ? [] : [`${file}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  test('ARCHITECTURE.md draws the graph of features, and says what each is for', () => {
    const page = documents.get('ARCHITECTURE.md') ?? '';
    const arrows = Object.entries(features).flatMap(([name, buildsOn]) =>
      buildsOn.map((below) => `  ${name} --> ${below}`),
    );
    expect(page.match(/^ {2}\w+ --> \w+$/gm)).toEqual(arrows);
    const rows = [...page.matchAll(/^\| (\w+) +\| \w.*\. +\|$/gm)].map(([, name]) => name);
    expect(rows).toEqual(Object.keys(features));
  });

  test('ARCHITECTURE.md ends with the files and what each says of itself: written anew, and in CI only compared', () => {
    const page = documents.get('ARCHITECTURE.md') ?? '';
    const heading = '\n## Files\n\n';
    const written = page.slice(0, page.indexOf(heading)) + heading + describeFiles(sources);
    if (process.env.CI) expect(page, 'npm test -- architecture writes it').toBe(written);
    else if (page !== written) writeFileSync(join(root, 'ARCHITECTURE.md'), written);
  });

  test('name files and folders of the sources that are there', () => {
    const folders = [
      'src',
      'features',
      'kernel',
      'platform',
      'ui',
      'app',
      'tests',
      'bench',
      'bin',
      'packages',
    ];
    const tops = [...folders, ...Object.keys(features)].join('|');
    const named = new RegExp(`\`((?:${tops})/[\\w./+-]*?)\\.?\``, 'g');
    const missing = [...documents].flatMap(([file, text]) =>
      [...text.matchAll(named)]
        .map(([, name = '']) => name)
        .filter((name) => !/NNNN|NAME|case-fan/.test(name)) // examples
        .filter(
          (name) =>
            !['', 'src', 'src/features', dirname(file)].some((folder) =>
              existsSync(join(root, folder, name)),
            ),
        )
        .map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  const listHeadings = (file: string) =>
    (documents.get(file)?.match(/^#+ .+/gm) ?? []).map((heading) =>
      heading
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
});

describe('what older releases meet', () => {
  test('the last release may run on the present schema, or the first that knows of releases', () => {
    const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string };
    const releases = [version, '0.2.0'];
    const newest = [...releases, readOldestRelease(sources)].sort((one, other) =>
      one.localeCompare(other, 'en', { numeric: true }),
    );
    expect(releases).toContain(newest.at(-1));
  });

  // an older pg-boss does not know a newer one's tables, and does not look: docs/releasing.md says what to do first
  test('the queue has the schema that every release within the range knows', () => {
    const { pgboss } = JSON.parse(readFileSync(`${root}/node_modules/pg-boss/package.json`, 'utf8')) as {
      pgboss: { schema: number };
    };
    expect(pgboss.schema).toBe(43);
  });
});

/** The files that match, by their path; pictures and other bytes are left out. */
function read(pattern: string): Sources {
  const files = globSync(pattern, { cwd: root, withFileTypes: true });
  return new Map(
    files
      .filter((file) => file.isFile() && !/\.(webp|avif|png|jpe?g|svg|log)$/.test(file.name))
      .map((file) => `${file.parentPath}/${file.name}`)
      .map((file) => [file.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(file, 'utf8')]),
  );
}

function isCall(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
