/** The page of the design language says what the tokens are: every contrast, in both themes. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderMail } from '#platform/mail/render-mail.ts';

const themes = readThemes(read('../../src/ui/styles/theme.css'));
const claims = readClaims(read('../../docs/design-language.md'));

test('the page says of many pairs of tokens what contrast they have', () => {
  expect(claims.length).toBeGreaterThan(20);
});

test.each(claims)('$what has the contrast that is said of it', ({ colour, on, light, dark, least }) => {
  const measured = ['light', 'dark'].map((name) => contrast(token(name, colour), token(name, on)));
  expect(measured.map((ratio) => ratio.toFixed(1))).toEqual([light, dark]);
  for (const ratio of measured) expect(ratio).toBeGreaterThanOrEqual(least);
});

test('no element has a class that the style sheet of every page leaves out', () => {
  const [, omitted = ''] = /@source not inline\("(.+)"\)/.exec(read('../../src/ui/styles/app.css')) ?? [];
  const classes = globSync('src/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\w*[cC]lassName(?:=|: )\{?["'`]([^"'`]+)/g)].flatMap(
      ([, names = '']) => names.split(/\s+/),
    ),
  );
  expect(classes).toContain('muted');
  expect(omitted.split(' ').filter((name) => classes.includes(name))).toEqual([]);
});

test('mails have the same colors, each in its theme', () => {
  const { html } = renderMail({
    shop: { name: 'COMPACT', tagline: '' },
    subject: 'Subject',
    name: 'Ada',
    opening: 'opening',
    facts: [{ label: 'Total', value: '$1.00' }],
    action: { label: 'Pay', address: 'https://shop.example' },
    closing: 'closing',
  });
  const [, dark = ''] = /<style>([\s\S]*)<\/style>/.exec(html) ?? [];
  const coloursIn = (text: string) => [...new Set(text.match(/#[\da-f]{6}\b/g))];
  expect(coloursIn(dark).length).toBeGreaterThan(5);
  expect(Object.values(themes.dark ?? {})).toEqual(expect.arrayContaining(coloursIn(dark)));
  expect(Object.values(themes.light ?? {})).toEqual(
    expect.arrayContaining(coloursIn(html.replace(dark, ''))),
  );
});

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function readThemes(css: string): Record<string, Record<string, string>> {
  const tokens = [...css.matchAll(/--(?:color-)?([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)];
  return {
    light: Object.fromEntries(tokens.map(([, name, light]) => [name, light])),
    dark: Object.fromEntries(tokens.map(([, name, , dark]) => [name, dark])),
  };
}

function readClaims(page: string) {
  const rows = page.matchAll(
    /^\| ([^|]+?) +\| `([\w-]+)` +\| `([\w-]+)` +\| ([\d.]+) +\| ([\d.]+) +\| ([\d.]+) +\|$/gm,
  );
  return [...rows].map(([, what = '', colour = '', on = '', light = '', dark = '', least]) => ({
    what: `${what} (${colour} on ${on})`,
    colour,
    on,
    light,
    dark,
    least: Number(least),
  }));
}

function token(theme: string, name: string): string {
  const value = themes[theme]?.[name];
  if (!value) throw new Error(`The theme ${theme} has no ${name}.`);
  return value;
}

/** Source: WCAG 2.2, 'contrast ratio' and 'relative luminance'. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
