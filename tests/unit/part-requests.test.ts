/** What the forms of a part send of what is typed. */
import { expect, test, vi } from 'vitest';
import { sendPart } from '#catalogue/pages/part-requests.ts';
import type { IdempotentCall } from '#ui/api/api-client.ts';

test.each([
  ['5,5', { speedMts: 5.5 }],
  ['5,600', { speedMts: '5,600' }], // the server asks for a number
  ['1.234,5', { speedMts: '1.234,5' }],
  [' ', {}],
])('what is typed as “%s” for a number of a specification is sent as %j', async (typed, specs) => {
  const send = vi.fn(async (_endpoint: unknown, _input: unknown) => ({}));
  const attempt = { send } as unknown as IdempotentCall;
  await sendPart({ category: 'memory', 'memory-speedMts': typed }, '', attempt);
  expect(send.mock.lastCall?.[1]).toEqual({ body: { category: 'memory', img: '', specs } });
});
