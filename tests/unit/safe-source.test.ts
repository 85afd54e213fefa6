/** What the source must not hold, because no test of behaviour could find it: weak algorithms, shells, unchecked certificates. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const files = ['src', 'bin', 'packages/sandbox/src'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|js)$/.test(file) && !/[/\\]tests[/\\]/.test(file))
    .map((file) => ({
      file: `${folder}/${file}`,
      source: readFileSync(new URL(`${folder}/${file}`, root), 'utf8'),
    })),
);

test('hashes and signatures are SHA-256, and passwords argon2id; the shop itself encrypts nothing', () => {
  expect(listCaptures(/\bcreateH(?:ash|mac)\(([^,)]*)/g)).toEqual(["'sha256'"]);
  expect(listCaptures(/\balg(?:orithms)?: (\[?'[^,}]*)/g)).toEqual(["'HS256'", "['HS256']"]);
  expect(filesWith(/\b(?:createCipher|createDecipher|createSign|generateKey|pbkdf2|scrypt)/)).toEqual([
    'packages/sandbox/src/identity-provider/provider.ts', // signs the log-ins of a demo
  ]);
  expect(filesWith(/from '@node-rs\/argon2'/)).toEqual([
    'src/features/people/identity/password-thread/main.ts',
  ]);
});

test('what nobody may guess is made by the generator of the operating system', () => {
  expect(filesWith(/\bMath\.random\b/)).toEqual([]);
});

test('programs are started without a shell, but for npm on Windows', () => {
  expect(filesWith(/\bshell: /)).toEqual(['bin/launcher/packages.js']); // npm on Windows, with fixed arguments
  const imported = listCaptures(/import (?:type )?\{([^}]*)\} from 'node:child_process'/g).join();
  expect(imported).toContain('spawn');
  expect(imported).not.toMatch(/\bexec(Sync)?\b/);
});

test('nothing is made into code while the shop runs', () => {
  expect(filesWith(/\beval\(|\bnew Function\(|from 'node:vm'|setTimeout\(['"`]/)).toEqual([]);
});

test('certificates are checked', () => {
  expect(filesWith(/rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([]);
});

test('regular expressions are made of the shop’s own words alone', () => {
  // the words of a category for what a part lacks are in its folder
  const ofAll = filesWith(/\bnew RegExp\(/).filter((file) => !/catalogue\/rules\/categories\//.test(file));
  expect(ofAll.sort()).toEqual([
    'src/features/catalogue/rules/lists/questions/limits.ts',
    'src/features/catalogue/rules/lists/questions/measures.ts',
    'src/features/catalogue/rules/lists/questions/prices.ts',
    'src/features/catalogue/rules/lists/questions/superlatives.ts',
    'src/features/catalogue/rules/part-names.ts',
    'src/features/catalogue/rules/processor-sockets.ts',
    'src/features/catalogue/rules/search/searches.ts',
    'src/features/catalogue/rules/search/vocabulary.ts', // names of letters
    'src/features/catalogue/rules/stated-facts.ts',
    'src/features/delivery/components/delivery-schema.ts', // the same, as the shop tells them
    'src/features/delivery/rules/addresses.ts', // postcodes, from a table of the shop
    'src/features/purchases/rules/billing.ts', // from a table of the shop, too
    'src/kernel/cursors.ts',
    'src/kernel/ids.ts',
    'src/platform/http/problems.ts', // the addresses of the routes
  ]);
});

function filesWith(pattern: RegExp): string[] {
  return files.filter(({ source }) => pattern.test(source)).map(({ file }) => file);
}

/** What the first group of the pattern found, each once, sorted. */
function listCaptures(pattern: RegExp): string[] {
  const captures = files.flatMap(({ source }) =>
    [...source.matchAll(pattern)].map(([, captured = '']) => captured),
  );
  return [...new Set(captures)].sort();
}
