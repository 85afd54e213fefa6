/** docs/security.md has every requirement of ASVS levels 1 and 2 once, and each test and document that it names is there. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findTestFile } from '../support/test-files.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', root), 'utf8');
const states = ['met', 'documented', 'not applicable', 'open'] as const;
type Row = { number: string; level: string; what: string; state: string; why: string };

const rows = [
  ...page.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([12]) +\| (.+?) +\| ([a-z ]+?) +\| (.+?) +\|$/gm),
].map(
  ([, number = '', level = '', what = '', state = '', why = '']): Row => ({
    number,
    level,
    what,
    state,
    why,
  }),
);

test('every requirement of levels 1 and 2 is there once, in its order', () => {
  const numbers = listedNumbers();
  expect(numbers).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(numbers);
});

test('every requirement has a state and says why', () => {
  for (const { number, state, what, why } of rows) {
    expect(states, number).toContain(state);
    expect(what.length, number).toBeGreaterThan(2);
    expect(why.length, number).toBeGreaterThan(2);
  }
});

test.each(states)('the sums of “%s” are right', (state) => {
  const [, ...sums] = new RegExp(`^\\| ${state} +\\| (\\d+) +\\| (\\d+) +\\|$`, 'm').exec(page) ?? [];
  const count = (level: string) => rows.filter((row) => row.state === state && row.level === level).length;
  expect(sums.map(Number)).toEqual([count('1'), count('2')]);
});

describe.each(rows.filter(({ state }) => state === 'met'))('$number, which is met,', ({ why }) => {
  test('names its tests, and they are there', () => expectTests(why));
});

const [, besides = ''] = page.split(/^## Rules beside the requirements$|^## V1 /m);
const rules = [...besides.matchAll(/^\| (.+?) +\| (`.+?) +\|$/gm)].map(([, rule = '', why = '']) => ({
  rule,
  why,
}));

test('each rule beside the requirements has a row', () => {
  expect(rules).toHaveLength(besides.split('\n').filter((line) => line.startsWith('|')).length - 2);
  expect(rules.length).toBeGreaterThan(20);
});

describe.each(rules)('the rule “$rule”', ({ why }) => {
  test('names its tests, and they are there', () => expectTests(why));
});

describe.each(rows.filter(({ state }) => state === 'documented'))(
  '$number, which is documented,',
  ({ why }) => {
    test('names documents that are there, and sections of this one', () => {
      const named = [...why.matchAll(/`([\w./-]+)`(?:, “([^”]+)”)?/g)];
      expect(named.length).toBeGreaterThan(0);
      for (const [, file = '', section] of named) {
        expect(existsSync(new URL(file, root)), file).toBe(true);
        if (section) expect(readFileSync(new URL(file, root), 'utf8')).toContain(`\n## ${section}\n`);
      }
    });
  },
);

/** A list of tests and nothing else, each of which is there. */
function expectTests(why: string): void {
  const named = [...why.matchAll(/`([a-z0-9]+\/[\w-]+)` “([^”]+)”/g)];
  expect(named.map(([text]) => text).join(', ')).toBe(why);
  for (const [, file = '', title = ''] of named) {
    const source = readFileSync(new URL(findTestFile(file), root), 'utf8');
    expect(readTitles(source), `${file}: ${title}`).toContain(title);
  }
}

/** The numbers at the end of the page: `1.2: 1–5, 7` is 1.2.1 to 1.2.5 and 1.2.7. */
function listedNumbers(): string[] {
  const [, list = ''] = page.split('## All numbers of levels 1 and 2');
  return [...list.matchAll(/(\d+\.\d+): ([\d–, ]+)/g)].flatMap(([, section, ranges = '']) =>
    ranges.split(', ').flatMap((range) => {
      const [first = 0, last = first] = range.split('–').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
    }),
  );
}

/** The titles of a file's tests, without the ids of the specification's statements. */
function readTitles(source: string): string[] {
  const titles = source.matchAll(/\b(?:test|test\.each[\s\S]*?\))\(\s*(['`])(.+?)\1,/g);
  return [...titles].map(([, , title = '']) => title.replace(/ \[S[\d.S ]+\]$/, ''));
}
