/** Attacks by what has to be decoded or drawn: pictures, papers, tables. */
import { orderBody, partBody } from '../../tests/support/given.ts';
import { makePartFileForm } from '../../tests/support/part-lists.ts';
import { makeJpegOfScans, makeLongPng, makeWideTile } from '../../tests/support/picture-bombs.ts';
import { givenImageForm, makeImageForm } from '../../tests/support/pictures.ts';
import { payOrder, type Visitor } from '../../tests/support/visitor.ts';
import {
  type Attack,
  askRepeatedly,
  findServer,
  listFaults,
  quantile,
  readProcessorTime,
  send,
  type Target,
  watchMemory,
} from './attack.ts';

const megabyte = 2 ** 20;
/** What a process of the shop may take while strangers upload pictures. */
const maxProcessBytes = 1000 * megabyte;

export const pictureBombs: Attack = {
  name: 'pictures',
  what: 'pictures of 311 kB that take gigabytes, and of 50,000 scans: refused, and an administrator’s picture does not wait behind them',
  async run({ address, dataDir, admin, size, stranger }) {
    const attacker = await stranger();
    const bombs = {
      'a PNG of 13,333,333 × 3 pixels': makeLongPng(size === 'whole' ? 13_333_333 : 1_333_333),
      'an interlaced PNG': makeWideTile(),
      'a JPEG of many scans': await makeJpegOfScans(50_000, size === 'whole' ? 160 : 16),
    };
    const readPeak = watchMemory(dataDir);
    const server = findServer(dataDir);
    const before = readProcessorTime(server).all;
    const answers: string[] = [];
    const faults: string[] = [];
    for (const [name, bytes] of Object.entries(bombs)) {
      const [bomb, tiny] = await Promise.all([
        upload(address, attacker, makeImageForm(bytes)),
        upload(address, admin, await givenImageForm()),
      ]);
      answers.push(`${name} (${Math.round(bytes.length / 1000)} kB): ${bomb}`);
      if (bomb < 400 || bomb >= 500) faults.push(`${name} was answered ${bomb}.`);
      if (tiny !== 200) faults.push(`An administrator’s picture was answered ${tiny} behind ${name}.`);
    }
    const peak = readPeak();
    if (peak > maxProcessBytes) faults.push(`A process took ${Math.round(peak / megabyte)} MB.`);
    const spent = readProcessorTime(server).all - before;
    return {
      figures: `${answers.join('; ')}; the largest process took ${Math.round(peak / megabyte)} MB${size === 'whole' ? `, the server ${spent.toFixed(1)} s of processor time` : ''}`,
      faults,
    };
  },
};

export const packingSlips: Attack = {
  name: 'slips',
  what: 'packing slips for buyers whose addresses mix scripts: drawn outside of the thread that answers',
  async run(target) {
    const { address, admin, size } = target;
    const orders = await placePaidOrders(target, size === 'whole' ? 200 : 12);
    const watched = await watchWhile(target, { url: `${address}/healthz`, calmMs: 3000 }, () =>
      fetch(`${address}/api/packing_papers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ orders, kind: 'slips' }),
      }).then(async (papers) => ({ status: papers.status, bytes: (await papers.arrayBuffer()).byteLength })),
    );
    const { answer, tookSeconds, spentSeconds, failed, waits } = watched;
    const faults = listFaults(
      [answer.status === 200, `The slips were answered ${answer.status}.`],
      [failed === 0, '/healthz failed meanwhile.'],
      // drawing a slip takes 40 ms and more; what is left on this thread is reading and answering
      [
        spentSeconds <= 0.3 + orders.length * 0.01,
        `The thread that answers spent ${spentSeconds.toFixed(2)} s.`,
      ],
    );
    return {
      figures: `${orders.length} slips, ${Math.round(answer.bytes / 1000)} kB${size === 'whole' ? `, ${tookSeconds.toFixed(1)} s; p99 of /healthz ${waits}` : ''}; ${spentSeconds.toFixed(2)} s on the thread that answers`,
      faults,
    };
  },
};

export const hostileTables: Attack = {
  name: 'tables',
  what: 'the preview of a CSV whose every row has a quotation mark out of place: read outside of the thread that answers',
  async run(target) {
    const { address, admin, dataDir, size } = target;
    const rows = size === 'whole' ? 1_000_000 : 5000;
    const body = makePartFileForm(`sku,category,name,description\n${'a"\n'.repeat(rows)}`);
    const headers = { authorization: `Bearer ${admin.token}` };
    const readPeak = watchMemory(dataDir);
    const list = { url: `${address}/api/parts?limit=20`, calmMs: 5000 };
    const { answer, tookSeconds, spentSeconds, durations, waits } = await watchWhile(target, list, () =>
      send(`${address}/api/imports/preview`, { method: 'POST', headers, body }),
    );
    const figures = [
      `${rows} rows: ${answer.status}`,
      ...(size === 'whole'
        ? [
            `${tookSeconds.toFixed(1)} s`,
            `p99 of a list ${waits}`,
            `${spentSeconds.toFixed(1)} s on the thread that answers, for ${durations.length} lists`,
            `the largest process took ${Math.round(readPeak() / megabyte)} MB`,
          ]
        : []),
    ];
    const faults = listFaults(
      [answer.status === 200, answer.text],
      [
        spentSeconds <= 0.3 + durations.length * 0.01,
        `The thread that answers spent ${spentSeconds.toFixed(2)} s.`,
      ],
    );
    return { figures: figures.join(', '), faults };
  },
};

/** Asks an address before the work and meanwhile: how long answers take, and what the work costs the thread that answers. */
async function watchWhile<Answer>(
  { dataDir, size }: Target,
  { url, calmMs }: { url: string; calmMs: number },
  work: () => Promise<Answer>,
) {
  const server = findServer(dataDir);
  const watching = askRepeatedly(url);
  if (size === 'whole') await new Promise((resolve) => setTimeout(resolve, calmMs));
  const before = await watching();
  const during = askRepeatedly(url);
  const begun = readProcessorTime(server).first;
  const started = performance.now();
  const answer = await work();
  const tookSeconds = (performance.now() - started) / 1000;
  const spentSeconds = readProcessorTime(server).first - begun;
  const { durations, failed } = await during();
  const [calm, busy] = [before.durations, durations].map((sorted) => quantile(sorted, 0.99).toFixed(0));
  const waits = `${calm} ms before, ${busy} ms meanwhile`;
  return { answer, tookSeconds, spentSeconds, durations, failed, waits };
}

async function upload(address: string, { token }: Visitor, body: FormData): Promise<number> {
  const { status } = await send(`${address}/api/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return status;
}

/** Their ids; each is a purchase of its own, so that each has a slip. */
async function placePaidOrders({ stranger, admin }: Target, count: number): Promise<string[]> {
  const part = await admin.call('POST', '/api/parts', partBody({ available_quantity: 10_000 }));
  const buyer = await stranger();
  return await Array.fromAsync({ length: count }, async (_, turn) => {
    const body = { ...orderBody(part.insertedId), location: makeMixedAddress(turn) };
    const order = await buyer.call('POST', '/api/order', body);
    await payOrder(buyer, order._id);
    return order._id;
  });
}

/** Lines in four scripts, no two orders alike. */
function makeMixedAddress(turn: number): string {
  const lines = [
    'বাড়ি ১২, রাস্তা ৫, ধানমন্ডি আবাসিক এলাকা',
    'شارع الملك فهد، حي العليا',
    'улица Ленина, дом',
    'House on the hill',
  ];
  return lines.map((line, index) => `${line} ${turn * 7 + index}`).join(', ');
}
