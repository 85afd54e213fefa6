/** Each public page is kept under one address. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolvePage } from '#app/rendering/resolve-page.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import { formatListQuery, makeListPath, parseListParameters } from '#catalogue/rules/lists/list-queries.ts';
import { listSorts } from '#catalogue/rules/lists/sorts.ts';
import { categories } from '#catalogue/rules/parts.ts';
import { parseLocalPath } from '#kernel/return-path.ts';

const partId = '11111111-1111-4111-8111-111111111111';

describe('the address of a page', () => {
  test.each([
    ['/?utm_source=letter', '/'],
    ['/about?x=1', '/about'],
    ['/reviews?page=2&x=1', '/reviews?page=2'],
    ['/reviews?page=x', '/reviews'],
    ['/parts', '/parts'],
    ['/parts?page=1', '/parts'],
    ['/parts?page=2&utm=1', '/parts?page=2'],
    ['/parts?q=%20ddr5%20%20ram&page=0', '/parts?q=ddr5+ram'],
    ['/parts?speed-min=1', '/parts'],
    ['/parts?category=ssd&capacity-min=01000', '/parts?category=ssd&capacity-min=1000'],
    [
      '/parts/memory?sort=speed&ddr=5&ddr=4&ddr=5.0&color=Red&color=Black',
      '/parts/memory?ddr=4&ddr=5&color=Black&color=Red&sort=speed',
    ],
    ['/parts/memory?sort=relevance&in-stock=maybe&price-max=abc', '/parts/memory?price-max=abc'],
    ['/parts/memory?q=ram+under+100&price-max=abc', '/parts/memory?q=ram&price-max=100'],
    ['/parts?price-min=200&price-max=100', '/parts?price-min=100&price-max=200'],
    ['/parts?price-max=%24100', '/parts?price-max=100'],
    ['/parts?price-min=100%24&price-max=US$+1%C2%A0000', '/parts?price-min=100&price-max=1000'],
    ['/parts?price-min=12,5&price-max=1,299', '/parts?price-min=12.5&price-max=1299'],
    ['/parts?price-min=1,299.50&price-max=1.299,90', '/parts?price-min=1299.5&price-max=1299.9'],
    ['/parts?price-min=0,512&price-max=%E2%82%AC1.299', '/parts?price-min=0.512&price-max=1299'],
    ['/parts?price-min=-5&price-max=1,29,9', '/parts?price-min=-5&price-max=1%2C29%2C9'],
    ['/parts/memory?q=kit&sort=relevance', '/parts/memory?q=kit'],
    ['/parts/toys?q=1', '/parts/toys'],
    ['/parts/memory/some-kit?variant=3', '/parts/memory/some-kit'],
    ['/compare/ssd?part=b&x=1&part=a&part=b', '/compare/ssd?part=b&part=a'],
    ['/compare/ssd?part=b&part=C!&part=%00&part=', '/compare/ssd?part=b&part=-'],
    ['/parts/ssd?part=b&sort=price&part=a&x=1&part=b', '/parts/ssd?sort=price&part=b&part=a'],
    ['/parts/ssd?part=C!', '/parts/ssd?part=-'],
    ['/parts?part=b&page=2', '/parts?page=2'],
    ['/compare/ssd?only=differences&part=a&part=b', '/compare/ssd?part=a&part=b&only=differences'],
    ['/compare/ssd?only=nonsense', '/compare/ssd'],
    [`/build?parts=${partId},${partId},new&x=1`, `/build?parts=${partId}*2`],
    [`/build?parts=${partId},nonsense`, `/build?parts=${partId}%2Cnonsense`],
    ['/build?parts=', '/build'],
    [`/build?parts=${partId}&budget=1%2C200`, `/build?parts=${partId}%2Cup-to-1200`],
    [`/build?parts=${partId},up-to-900&budget=`, `/build?parts=${partId}`],
    [
      '/build?parts=up-to-0,up-to-900,up-to-x&ready=gaming-1200',
      '/build?parts=up-to-0%2Cup-to-900%2Cup-to-x&ready=gaming-1200',
    ],
    ['/build?budget=1000000&ready=%2F', '/build?parts=up-to-1000000&ready=%2F'],
    ['/build/23456789bc?x=1', '/build/23456789bc'],
    [`/parts/cpu?fits=${partId}*1&x=1`, `/parts/cpu?fits=${partId}`],
    ['/parts/cpu?fits=new', '/parts/cpu?fits=new'],
    ['/parts/other?fits=new', '/parts/other'],
    ['/parts/memory/some-kit?utm=1&reviews=all', '/parts/memory/some-kit?reviews=all'],
    ['/parts/memory/some-kit?reviews=none', '/parts/memory/some-kit'],
    ['/parts.data?page=2&x=1&_routes=routes%2Fparts', '/parts.data?page=2&_routes=routes%2Fparts'],
    ['/about.data?x=1', '/about.data'],
    [`/parts?page=2&q=${'x'.repeat(101)}&utm=1`, `/parts?page=2&q=${'x'.repeat(101)}`],
    ['/parts/memory?q=%00', '/parts/memory?q=%00'],
  ])('%s is kept as %s', (requested, kept) => {
    expect(resolvePage(requested).cachedAddress).toBe(kept);
  });

  test('of a comparison redirects to itself without unknown parameters, because people share it', () => {
    expect(resolvePage('/compare/ssd?price-min=&part=b&ddr=5&part=a').redirect).toEqual({
      address: '/compare/ssd?part=b&part=a',
      status: 302,
    });
    for (const stays of [
      '/compare/ssd?part=b&part=C!&only=x',
      '/compare/ssd',
      '/parts/ssd?x=1',
      '/compare/toys?x=1',
    ])
      expect(resolvePage(stays).redirect, stays).toBeUndefined();
  });

  test.each([
    ['/parts/?q=samsung', '/parts?q=samsung'],
    ['/Parts?q=Samsung%20990&x=//evil.example/', '/parts?q=Samsung%20990&x=//evil.example/'],
    ['/PARTS/Memory//?', '/parts/memory'],
    ['/parts//memory?ddr=5', '/parts/memory?ddr=5'],
    ['/p%61rts/memory?ddr=5', '/parts/memory?ddr=5'],
    ['/compare/SSD/?part=b&part=a', '/compare/ssd?part=b&part=a'],
    ['/Reset_Password/?token=aB', '/reset_password?token=aB'],
    [
      '/dashboard/payment/0197F3A0-7C5E-7000-8000-00000000000A/',
      '/dashboard/payment/0197f3a0-7c5e-7000-8000-00000000000a',
    ],
  ])('%s redirects for good to %s', (requested, address) => {
    expect(resolvePage(requested).redirect).toEqual({ address, status: 301 });
    expect(resolvePage(address).redirect).toBeUndefined();
  });

  test.each([
    '/',
    '/?q=A/',
    '/parts?q=A/',
    '/parts.data?q=A',
    '/Größe/',
    '/100%25/',
    '/Parts/..',
    '/parts%2Fmemory',
    '//parts/',
    '/\\parts/',
  ])('%s stays as it is', (requested) => {
    expect(resolvePage(requested).redirect).toBeUndefined();
  });

  test('redirects at most once, and never leaves the shop', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '%2e',
      '%2F',
      '%41',
      'Parts',
      'ssd',
      '?',
      '?q=A/',
      '#',
      '@',
      '\t',
      'evil.example',
      ':80',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const { redirect } = resolvePage(`/${pieces.join('')}`);
        if (redirect?.status !== 301) return;
        expect(parseLocalPath(redirect.address)).toBe(redirect.address);
        expect(resolvePage(redirect.address).redirect?.status).not.toBe(301);
      }),
      { numRuns: 5_000 },
    );
  });

  test('keeps the parameters of pages that are not cached', () => {
    const address = '/reset_password?token=a%20b&x=1';
    expect(resolvePage(address).renderedAddress).toBe(address);
  });

  test('means the same question as before, and stays as it is', () => {
    fc.assert(
      fc.property(questions(), (parameters) => {
        const { query: question } = parseListParameters(parameters);
        const again = parseListParameters(formatListQuery(question));
        expect(again.problems).toEqual([]);
        expect(again.query).toEqual(question);
        const address = makeListPath(question);
        expect(resolvePage(address).cachedAddress).toBe(address);
      }),
    );
  });
});

/** Parameters good and bad, in any order. */
function questions(): fc.Arbitrary<[string, string][]> {
  const value = fc.oneof(
    fc.constantFrom('4', '5', '0.5', '16', '6000', 'yes', 'Black', 'AM5', '-1', '', ' x ', '1e3'),
    fc.string({ maxLength: 8 }),
  );
  return fc.constantFrom(...categories).chain((category) => {
    const names = listFilters(category).flatMap(({ key }) => [key, `${key}-min`, `${key}-max`]);
    const sorts = listSorts(category, true).map(({ key }) => key);
    return fc
      .tuple(
        fc.array(fc.tuple(fc.constantFrom(...names, 'utm', 'q', 'page'), value), { maxLength: 8 }),
        fc.option(fc.constantFrom(...sorts)),
      )
      .map(([pairs, sort]): [string, string][] => [
        ...pairs,
        ['category', category],
        ...(sort ? [['sort', sort] as [string, string]] : []),
      ]);
  });
}
