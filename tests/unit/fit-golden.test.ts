/** Verdicts about real parts. */
import { expect, test } from 'vitest';
import { checkBuild } from '#domain/fit/check-build.ts';
import type { FitPart } from '#domain/fit/facts.ts';
import { fitCases } from '../support/fit-cases.ts';
import { am4, b550, rtx4090, x570 } from '../support/fit-known-parts.ts';
import { asBuild, housing } from '../support/fit-parts.ts';

test.each(fitCases)('%s', (_title, parts, rule, verdict) => {
  const ofRule = checkBuild(asBuild(...parts)).findings.filter((finding) => finding.rule === rule);
  expect(ofRule.length).toBeGreaterThan(0);
  expect(ofRule[0]?.verdict, ofRule.map(({ explain }) => explain()).join(' ')).toBe(verdict);
});

test('a sentence names both parts and both numbers', () => {
  const { findings } = checkBuild(
    asBuild(rtx4090, housing('Thermaltake The Tower 100', { maxCardLengthMm: 322 })),
  );
  expect(findings.find(({ rule }) => rule === 'card-length')?.explain()).toBe(
    'The ASUS ROG Strix GeForce RTX 4090 OC is 357.6 mm long; the Thermaltake The Tower 100 takes 322 mm.',
  );
});

test('how a board is updated is part of the condition', () => {
  const explain = (parts: FitPart[]) =>
    checkBuild(asBuild(...parts))
      .findings.find(({ rule }) => rule === 'chipset')
      ?.explain();
  expect(explain([am4('AMD Ryzen 7 5800X3D'), b550])).toContain('without a processor (flashback)');
  expect(explain([am4('AMD Ryzen 7 5800X3D'), x570])).toContain('takes an older processor');
  expect(explain([am4('AMD Ryzen 7 5800X3D'), { ...x570, hasFlashback: undefined }])).toContain(
    'is not known',
  );
});
