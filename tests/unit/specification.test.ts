/** The table of the specification's statements: complete, letter for letter, and each statement proven or changed. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  findStrayIds,
  findUndecided,
  findUnproven,
  findUnquoted,
  findWrongIds,
  readHeadings,
  readProofs,
  readSentences,
  readStatements,
} from '../support/specification.ts';
import { listTestFiles, nameTestFile } from '../support/test-files.ts';

const root = new URL('../../', import.meta.url).pathname;
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

const mission = read('docs/specification/mission.md');
const table = read('docs/specification.md');
const statements = readStatements(table);
const tests = new Map(listTestFiles().map((file) => [`tests/${nameTestFile(file)}.test.ts`, read(file)]));

test('every sentence of the specification stands in the table, letter for letter, in its order [S0.10]', () => {
  expect(readSentences(mission).length).toBeGreaterThan(150);
  expect(findUnquoted(readSentences(mission), statements)).toEqual([]);
});

test('the table has the headings of the specification', () => {
  expect(readHeadings(table)).toEqual(readHeadings(mission));
});

test('each statement has an id of its own, which names its section', () => {
  expect(findWrongIds(statements)).toEqual([]);
});

test('each statement has a test or a decision, where the table says, and each id in a title is a statement’s', () => {
  expect(findUnproven(statements, readProofs(tests))).toEqual([]);
});

test('each id stands at the end of a test’s title', () => {
  expect(findStrayIds(tests)).toEqual([]);
});

test('each decision that the table quotes was made', () => {
  const pages = globSync('docs/decisions/*.md', { cwd: root });
  const decisions = ['docs/specification/decisions.md', ...pages].map(read);
  expect(findUndecided(statements, decisions)).toEqual([]);
});

describe('the rules themselves', () => {
  const rules =
    '# Rules\n\n## 1. Doors\n\nDoors close. They\nopen, too.\n\n| Who | May |\n|---|---|\n| A cat | in |\n';
  const joinRows = (...rows: string[]) =>
    readStatements(
      `## 1. Doors\n\n| id | statement | tests | decision |\n| --- | --- | --- | --- |\n${rows.join('\n')}`,
    );
  const complete = [
    '| S1.1 | Doors close. | `unit/doors` | |',
    '| S1.2 | They open, | | nobody sleeps |',
    '| S1.3 | too. | `unit/doors` | |',
    '| S1.4 | A cat \\| in | `e2e/cats` | |',
  ];
  const titles = (...lines: string[]) => new Map([['tests/unit/doors.test.ts', lines.join('\n')]]);
  const ids = (...numbers: string[]) => `[${numbers.map((number) => `S${number}`).join(' ')}]`;

  test('read sentences over lines, rows by their cells, and parts of a sentence', () => {
    expect(readSentences(rules).map(({ text }) => text)).toEqual([
      'Doors close.',
      'They open, too.',
      'A cat | in',
    ]);
    expect(findUnquoted(readSentences(rules), joinRows(...complete))).toEqual([]);
  });

  test.each([
    ['a sentence is left out', complete.toSpliced(0, 1)],
    ['half a sentence is left out', complete.toSpliced(1, 1)],
    ['the last row is left out', complete.toSpliced(3, 1)],
    ['a word is another', complete.with(0, '| S1.1 | Doors shut. | `unit/doors` | |')],
    ['two change places', [complete[1], complete[0], ...complete.slice(2)] as string[]],
    ['something is said that is not said', [...complete, '| S1.5 | Dogs bark. | `unit/doors` | |']],
    ['a row says nothing', [...complete, '| S1.5 | | `unit/doors` | |']],
  ])('find that %s', (_, rows) => {
    expect(findUnquoted(readSentences(rules), joinRows(...rows))).toHaveLength(1);
  });

  test('find ids that stand twice, or in another section', () => {
    expect(findWrongIds(joinRows(...complete))).toEqual([]);
    expect(findWrongIds(joinRows('| S1.1 | A | | |', '| S1.1 | B | | |', '| S2.1 | C | | |'))).toHaveLength(
      2,
    );
  });

  test('find statements without proof, proofs elsewhere, and ids that are no statement’s', () => {
    const proofs = readProofs(titles(`test('doors ${ids('1.1', '1.3')}', () => {`));
    expect(findUnproven(joinRows(...complete.slice(0, 3)), proofs)).toEqual([]);
    expect(findUnproven(joinRows(...complete), proofs)).toHaveLength(2); // no proof, and not where the row says
    expect(findUnproven(joinRows('| S1.1 | Doors close. | | decided |'), proofs)).toHaveLength(2); // S1.1 unnamed, S1.3 unknown
  });

  test('read ids in titles of tests, and find those that stand elsewhere', () => {
    const proven = titles(
      `test('a ${ids('1.1')}', async () => {`,
      `  test("b's ${ids('1.2')}", { timeout: 1 }, async () => {`,
      `test.each([['x'], [f(1)]])('c %s ${ids('1.3')}', (x) => {`,
      `test.each<[string]>([\n  ['y'],\n])(\n  'd ${ids('1.4')}',\n  () => {`,
    );
    expect(readProofs(proven).map(({ id }) => id)).toEqual(['S1.1', 'S1.2', 'S1.3', 'S1.4']);
    expect(findStrayIds(proven)).toEqual([]);
    for (const stray of [
      `// ${ids('1.1')}`,
      `test('${ids('1.1')} is first', () => {`,
      `describe('a ${ids('1.1')}', () => {`,
      `describe.each([1])('a ${ids('1.1')}', () => {`,
      `test.${'skip'}('a ${ids('1.1')}', () => {`,
      `test.${'todo'}('a ${ids('1.1')}', () => {`,
      `describe.${'skip'}('b', () => { test('a ${ids('1.1')}', () => {`,
    ])
      expect(findStrayIds(titles(stray)), stray).toHaveLength(1);
  });

  test('find a decision that does not exist', () => {
    expect(findUndecided(joinRows(...complete), ['# D\n\nAs a cat sees it,\nnobody sleeps.\n'])).toEqual([]);
    expect(findUndecided(joinRows(...complete), ['somebody sleeps'])).toHaveLength(1);
  });
});
