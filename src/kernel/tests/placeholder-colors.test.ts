/** The grounds of pictures: near to their colours, and each with a rule in the style sheet. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computePlaceholderColor, computePlaceholderColorOfHex } from '#kernel/placeholder-colors.ts';

const styles = readFileSync(new URL('../../ui/images/placeholder-colors.css', import.meta.url), 'utf8');
const channel = fc.integer({ min: 0, max: 255 });
const colour = fc.record({ red: channel, green: channel, blue: channel });

test('of grays, and of colours all around the circle', () => {
  expect(computePlaceholderColorOfHex('#000000')).toBe('00');
  expect(computePlaceholderColorOfHex('#c1c0be')).toBe('07');
  expect(computePlaceholderColorOfHex('#ffffff')).toBe('09');
  expect(computePlaceholderColorOfHex('#c83232')).toBe('14'); // red, 0 degrees
  expect(computePlaceholderColorOfHex('#bf976c')).toBe('25'); // brown, 31
  expect(computePlaceholderColorOfHex('#32c832')).toBe('44'); // green, 120
  expect(computePlaceholderColorOfHex('#3232c8')).toBe('64'); // blue, 240
  expect(computePlaceholderColorOfHex('#c83246')).toBe('14'); // red from the other side, 352
});

test('every color has one, with a rule in the style sheet for each digit', () => {
  fc.assert(
    fc.property(colour, (each) => {
      const [hue, lightness] = computePlaceholderColor(each);
      expect(styles).toContain(`[data-ground^="${hue}"] {`);
      expect(styles).toContain(`[data-ground$="${lightness}"] {`);
    }),
  );
});

test('the lightness of the rule is within a twentieth of the colour’s own', () => {
  fc.assert(
    fc.property(colour, ({ red, green, blue }) => {
      const [, digit] = computePlaceholderColor({ red, green, blue });
      const [, percent] =
        styles.match(new RegExp(`\\[data-ground\\$="${digit}"\\] \\{\\s*--light: (\\d+)%`)) ?? [];
      const own = (Math.max(red, green, blue) + Math.min(red, green, blue)) / 510;
      expect(Math.abs(Number(percent) / 100 - own)).toBeLessThanOrEqual(0.0501);
    }),
  );
});
