/** `/.well-known/security.txt` as RFC 9116 wants it. */
import { expect, test } from 'vitest';
import { defaultSettings } from '#domain/settings.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();

test('security.txt names the contact and its own address, and expires in half a year whenever it is read', async () => {
  for (const now of ['2026-11-22T23:59:59Z', '2031-02-01T00:00:00Z']) {
    shop.clock.now = new Date(now);
    const { statusCode, headers, body } = await shop.app.inject('/.well-known/security.txt');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = new Map(
      body
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    expect(fields.get('Contact')).toBe(`mailto:${defaultSettings.email}`);
    expect(fields.get('Canonical')).toBe(`${shop.url}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.parse(now)) / 86_400_000;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(181);
  }
});
