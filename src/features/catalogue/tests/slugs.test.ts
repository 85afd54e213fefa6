/** Addresses of parts are made of words. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeSlug, makeSlugCandidates } from '#catalogue/rules/slugs.ts';

describe('a slug', () => {
  test.each([
    [
      'Corsair Vengeance RGB 32 GB (2 × 16 GB) DDR5-6000 CL36',
      'corsair-vengeance-rgb-32-gb-2-x-16-gb-ddr5-6000-cl36',
    ],
    ['  Größe & “Façade” ', 'grosse-facade'],
    ['be quiet! Owner’s Pick', 'be-quiet-owners-pick'],
    ['内存', 'part'],
    ['Ørsted 2.5″', 'orsted-2-5'],
  ])('of “%s” is %s', (name, slug) => {
    expect(makeSlug(name)).toBe(slug);
  });

  test('is cut between words', () => {
    const slug = makeSlug(`${'word '.repeat(15)}unfortunately`);
    expect(slug).toBe(Array(15).fill('word').join('-'));
  });

  test.each([
    ['CPU-AMD-RYZEN-7-9800X3D-0123456789', 'amd-ryzen-7-9800x3d-0123456789'],
    ['C-0123456789AB', 'amd-ryzen-7-9800x3d-0123456789ab'],
    ['Ryzen 9800X3D tray', 'amd-ryzen-7-9800x3d-tray'],
    ['AMD-9800X3D', 'amd-ryzen-7-9800x3d-0123456789ab'],
  ])('of a name that another part has does not repeat what the SKU %s repeats', (sku, slug) => {
    const part = { id: '0199c3e1-7a3b-7000-8000-0123456789ab', category: 'cpu' as const };
    expect(makeSlugCandidates({ ...part, sku, name: 'AMD Ryzen 7 9800X3D' })[1]).toBe(slug);
  });

  test('is what an address and the database take, whatever the name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 100 }),
        fc.string({ maxLength: 80 }),
        (name, sku) => {
          const id = '0199c3e1-7a3b-7000-8000-0123456789ab';
          for (const slug of makeSlugCandidates({ id, category: 'cpu', sku, name })) {
            expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
            expect(slug.length).toBeLessThanOrEqual(200);
          }
        },
      ),
    );
  });
});
