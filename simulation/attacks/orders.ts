/** Orders one after the other, while everybody reads: kept pages are rendered anew at most once a second. */
import type { Part } from '#catalogue/contract/parts.ts';
import { orderBody } from '../../tests/support/given.ts';
import { type Attack, listFaults, send } from './attack.ts';

const paths = ['/', '/parts/memory'];
const readers = 8;

export const orderStorm: Attack = {
  name: 'orders',
  what: 'orders that empty the kept pages: a page is rendered at most once a second for all who wait, and no order is refused',
  async run({ address, stranger, size }) {
    const buyer = await stranger();
    const parts = JSON.parse((await send(`${address}/api/parts?category=memory&limit=20`)).text) as Part[];
    const part = parts.find((each) => each.minimum_order === 1 && each.available_quantity >= 3);
    if (!part) throw new Error('No part can be ordered.');
    for (const path of paths) await send(address + path);
    const before = await countRenders(address);
    const begun = performance.now();
    let isDone = false;
    const failures: number[] = [];
    let reads = 0;
    const reading = Array.from({ length: readers }, async (_, reader) => {
      for (let turn = reader; !isDone; turn += 1) {
        const { status } = await send(address + paths[turn % paths.length]);
        reads += 1;
        if (status !== 200) failures.push(status);
      }
    });
    const orders = size === 'whole' ? 100 : 15;
    for (let turn = 0; turn < orders; turn += 1) {
      const placed = await buyer.call('POST', '/api/order', orderBody(part._id));
      await buyer.call('DELETE', `/api/manage_order/${placed._id}`); // both change the stock
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    isDone = true;
    await Promise.all(reading);
    const seconds = (performance.now() - begun) / 1000;
    const renders = (await countRenders(address)) - before;
    const possible = paths.length * (Math.ceil(seconds) + 1);
    return {
      figures: `${2 * orders} changes of stock, ${reads} pages read in ${seconds.toFixed(1)} s, ${renders} rendered`,
      faults: listFaults(
        [renders <= possible, `${renders} pages were rendered instead of ${possible} at most.`],
        [failures.length === 0, `Pages were answered ${[...new Set(failures)].join(', ')}.`],
      ),
    };
  },
};

async function countRenders(address: string): Promise<number> {
  const { text } = await send(`${address}/metrics`);
  return Number(/^compact_pages_rendered (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}
