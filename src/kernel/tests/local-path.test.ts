/** What counts as a path of this shop, as a browser understands it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeLogInPath, parseLocalPath, readReturnPath } from '#kernel/return-path.ts';

describe('a local path', () => {
  test.each([
    ['/', '/'],
    ['/parts/memory?ddr=5&page=2#reviews', '/parts/memory?ddr=5&page=2#reviews'],
    ['/purchase/7?from=//elsewhere.example', '/purchase/7?from=//elsewhere.example'],
    ['/dashboard/../terms', '/terms'],
    ['/größe', '/gr%C3%B6%C3%9Fe'],
    ['/%zz', '/%zz'],
    ['/terms//', '/terms//'],
  ])('is %s, as %s', (text, path) => {
    expect(parseLocalPath(text)).toBe(path);
  });

  test.each([
    '',
    'parts',
    '?q=1',
    '//',
    '///',
    '//evil.example/',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/parts/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'http:/evil.example',
    'javascript:alert(1)',
    '//user@evil.example:80/',
    '//[',
  ])('is not %j', (text) => {
    expect(parseLocalPath(text)).toBeUndefined();
  });

  test('leads to this shop wherever a browser follows it, and stays what it is', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '\n',
      '%2e',
      '%2f',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
    );
    const texts = fc.oneof(
      fc.array(pieces).map((each) => `/${each.join('')}`),
      fc.webPath(),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const path = parseLocalPath(text);
        if (path === undefined) return;
        const { origin, pathname, search, hash } = new URL(path, 'https://shop.example');
        expect(origin).toBe('https://shop.example');
        expect(pathname + search + hash).toBe(path);
        expect(parseLocalPath(path)).toBe(path);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the way to log in leads back', () => {
  const followBack = (from: string) => {
    const [path, search] = makeLogInPath(from).split('?');
    expect(path).toBe('/login');
    return readReturnPath(new URLSearchParams(search));
  };

  test.each(['/', '/portfolio', '/parts/memory?ddr=5&page=2', '/parts?q=a%26b%3D%22'])('to %s', (from) => {
    expect(followBack(from)).toBe(from);
  });

  test('from home without a word', () => {
    expect(makeLogInPath('/')).toBe('/login');
  });

  test.each([
    ['/login?from=%2Fbasket', '/basket'],
    ['/signup?error=access_denied&from=%2Fbasket', '/basket'],
    ['/login', '/'],
    ['/forgot_password', '/'],
    ['/verify_email?token=secret', '/'],
    ['/login?from=%2F%2Fevil.example', '/'],
    ['/signup?from=https%3A%2F%2Fevil.example', '/'],
    ['//evil.example', '/'],
  ])('from %s to %s', (from, back) => {
    expect(followBack(from)).toBe(back);
  });
});
