/** docs/security.md has every requirement of ASVS levels 1 and 2 once, and each test and document that it names is there. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findTestFile } from '../support/test-files.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', root), 'utf8');
/** From OWASP's list: `1.2: 1–9` is 1.2.1 to 1.2.9. */
const requirements = `
  1.1: 1–2; 1.2: 1–9; 1.3: 1–11; 1.4: 1–3; 1.5: 1–2; 2.1: 1–3; 2.2: 1–3; 2.3: 1–4; 2.4: 1;
  3.2: 1–2; 3.3: 1–4; 3.4: 1–6; 3.5: 1–5; 3.7: 1–2; 4.1: 1–3; 4.2: 1; 4.3: 1–2; 4.4: 1–4;
  5.1: 1; 5.2: 1–3; 5.3: 1–2; 5.4: 1–3; 6.1: 1–3; 6.2: 1–12; 6.3: 1–4; 6.4: 1–4; 6.5: 1–5; 6.6: 1–3; 6.8: 1–4;
  7.1: 1–3; 7.2: 1–4; 7.3: 1–2; 7.4: 1–5; 7.5: 1–2; 7.6: 1–2; 8.1: 1–2; 8.2: 1–3; 8.3: 1; 8.4: 1; 9.1: 1–3; 9.2: 1–4;
  10.1: 1–2; 10.2: 1–2; 10.3: 1–4; 10.4: 1–11; 10.5: 1–5; 10.6: 1–2; 10.7: 1–3;
  11.1: 1–2; 11.2: 1–3; 11.3: 1–3; 11.4: 1–4; 11.5: 1; 11.6: 1; 12.1: 1–3; 12.2: 1–2; 12.3: 1–4;
  13.1: 1; 13.2: 1–5; 13.3: 1–2; 13.4: 1–5; 14.1: 1–2; 14.2: 1–4; 14.3: 1–3; 15.1: 1–3; 15.2: 1–3; 15.3: 1–7;
  16.1: 1; 16.2: 1–5; 16.3: 1–4; 16.4: 1–3; 16.5: 1–3; 17.1: 1; 17.2: 1–4; 17.3: 1–2`;
const states = ['met', 'documented', 'not applicable', 'open'] as const;
type Row = { number: string; level: string; what: string; state: string; why: string };

// 10.4.1–5 is a row for each of five
const rows = [
  ...page.matchAll(/^\| (\d+\.\d+)\.(\d+(?:–\d+)?) +\| ([12]) +\| (.+?) +\| ([a-z ]+?) +\| (.+?) +\|$/gm),
].flatMap(([, section = '', range = '', level = '', what = '', state = '', why = '']): Row[] =>
  listNumbers(section, range).map((number) => ({ number, level, what, state, why })),
);

test('every requirement of levels 1 and 2 is there once, in its order', () => {
  const numbers = [...requirements.matchAll(/(\d+\.\d+): ([\d–]+)/g)].flatMap(
    ([, section = '', range = '']) => listNumbers(section, range),
  );
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

test.each(rows.filter(({ state }) => state === 'met'))(
  '$number, which is met, names its tests, and they are there',
  ({ why }) => expectTests(why),
);

const [, besides = ''] = page.split(/^## Rules beside the requirements$|^## V1 /m);
const rules = [...besides.matchAll(/^\| (.+?) +\| (`.+?) +\|$/gm)].map(([, rule = '', why = '']) => ({
  rule,
  why,
}));

test('each rule beside the requirements has a row', () => {
  expect(rules).toHaveLength(besides.split('\n').filter((line) => line.startsWith('|')).length - 2);
  expect(rules.length).toBeGreaterThan(20);
});

test.each(rules)('the rule “$rule” names its tests, and they are there', ({ why }) => expectTests(why));

test.each(rows.filter(({ state }) => state === 'documented'))(
  '$number, which is documented, names documents that are there, and sections of this one',
  ({ why }) => {
    const named = [...why.matchAll(/`([\w./-]+)`(?:, “([^”]+)”)?/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, file = '', section] of named) {
      expect(existsSync(new URL(file, root)), file).toBe(true);
      if (section) expect(readFileSync(new URL(file, root), 'utf8')).toContain(`\n## ${section}\n`);
    }
  },
);

/** A list of tests and nothing else, each of which is there: files with one title or several; in front of it, the numbers of requirements that have the same. */
function expectTests(why: string): void {
  const [start = '', others = ''] = /^as ([\d. and]+?)(?:, |$)/.exec(why) ?? [];
  for (const other of others.split(' and ').filter(Boolean)) {
    const same = rows.find(({ number }) => number === other);
    expect([same?.state, same?.why.startsWith('`')], other).toEqual(['met', true]);
  }
  const named = [...why.matchAll(/(?:`([a-z0-9]+\/[\w-]+)` )?“([^”]+)”/g)];
  expect(start + named.map(([text]) => text).join(', ')).toBe(why);
  let file = '';
  for (const [, another, title = ''] of named) {
    file = another ?? file;
    const source = readFileSync(new URL(findTestFile(file), root), 'utf8');
    expect(readTitles(source), `${file}: ${title}`).toContain(title);
  }
}

function listNumbers(section: string, range: string): string[] {
  const [first = 0, last = first] = range.split('–').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
}

/** The titles of a file's tests, without the ids of the specification's statements. */
function readTitles(source: string): string[] {
  const titles = source.matchAll(/\b(?:test|test\.each[\s\S]*?\))\(\s*(['`])(.+?)\1,/g);
  return [...titles].map(([, , title = '']) => title.replace(/ \[S[\d.S ]+\]$/, ''));
}
