/** The README lists what the sandbox really answers: compared with the code, both ways. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { standaloneDefaults } from '../src/config.ts';
import { ENDPOINTS } from '../src/endpoints.ts';
import { EVENT_TYPES } from '../src/events/event.ts';
import { API_VERSION } from '../src/http/endpoint.ts';
import { TEST_CARDS } from '../src/payment-methods/card.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const readme = read('../README.md');

function findSection(title: string): string {
  const [, text] = readme.split(new RegExp(`^#+ ${title}$`, 'm'));
  if (text === undefined) throw new Error(`The README has no section ${title}.`);
  return text.split(/^#+ /m)[0] ?? '';
}

const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);

test('it lists every endpoint with its callers, and no other', () => {
  const rows = findAll(findSection('Endpoints'), /^\| (`[A-Z]+ \/\S+`\s*\| [a-z, ]+?)\s*\|/gm);
  expect(rows.map((row) => row.replace(/\s*\|\s*/, ' ')).toSorted()).toEqual(
    ENDPOINTS.map(({ method, path, callers }) => `\`${method} ${path}\` ${callers.join(', ')}`).toSorted(),
  );
});

test('it lists every test card with its payment method', () => {
  const rows = findAll(findSection('Test cards'), /^\| ((?:\d{4} ){4}\s*\| `\w+`)/gm);
  expect(rows.map((row) => row.replaceAll(/[ |]/g, '')).toSorted()).toEqual(
    TEST_CARDS.map(({ number, alias }) => `${number}\`${alias}\``).toSorted(),
  );
});

test('it lists every type of event', () => {
  const [, list = ''] = findSection('Events and webhooks').split('report:\n');
  const types = findAll(list.split('.\n')[0] ?? '', /`([a-z_.]+)`/g);
  expect(types.toSorted()).toEqual(EVENT_TYPES.toSorted());
});

test('it lists every setting, and the defaults of a sandbox that is started alone', () => {
  const settings = findAll(findSection('Settings'), /^\| `(SANDBOX_\w+)`/gm);
  const used = findAll(read('../src/config.ts'), /environment\.(SANDBOX_\w+)/g);
  expect(settings.toSorted()).toEqual([...new Set(used)].toSorted());
  const { SANDBOX_PORT, SANDBOX_SECRET_KEY, SANDBOX_PUBLISHABLE_KEY } = standaloneDefaults;
  for (const value of [SANDBOX_PORT, SANDBOX_SECRET_KEY, SANDBOX_PUBLISHABLE_KEY])
    expect(findSection('Settings')).toContain(`\`${value}\``);
  expect(readme).toContain(`{ host: '127.0.0.1', port: ${SANDBOX_PORT}, protocol: 'http' }`);
});

test('it names the version of the API', () => {
  expect(findSection('What it covers')).toContain(`\`${API_VERSION}\``);
});
