/** Work in the background waits while requests are being answered. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchRequests } from '#platform/http/open-requests.ts';
import { listenHere } from '../support/processes.ts';

test('work waits until the last open request is answered, but not for ever', async () => {
  const server = createServer();
  const untilIdle = watchRequests(server, Number.POSITIVE_INFINITY);
  const untilIdleOrLate = watchRequests(server, 40);
  const answered = fetch(`http://127.0.0.1:${await listenHere(server)}`);
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const order: string[] = [];
  const idle = untilIdle().then(() => order.push('idle'));
  await untilIdleOrLate();
  await sleep(0);
  expect(order).toEqual([]);
  response.end();
  await answered;
  await idle;
  expect(order).toEqual(['idle']);
  server.close();
});
