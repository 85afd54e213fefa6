/** Attacks by what has to be decoded or drawn: pictures, papers, uploads that never end. */
import type { Socket } from 'node:net';
import { makeJpegOfScans, makeLongPng, makeWideTile } from '../../tests/support/picture-bombs.ts';
import { connectTo, givenImageForm, makeImageForm } from '../../tests/support/pictures.ts';
import type { Visitor } from '../../tests/support/visitor.ts';
import {
  type Attack,
  askRepeatedly,
  findServer,
  quantile,
  readProcessorTime,
  send,
  type Target,
  watchMemory,
} from './attack.ts';
import { confirmPayment } from './buy.ts';

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
    const { address, admin, dataDir, size } = target;
    const orders = await placePaidOrders(target, size === 'whole' ? 200 : 12);
    const server = findServer(dataDir);
    const watching = askRepeatedly(`${address}/healthz`, 10);
    if (size === 'whole') await new Promise((resolve) => setTimeout(resolve, 3000));
    const before = await watching();
    const during = askRepeatedly(`${address}/healthz`, 10);
    const begun = readProcessorTime(server).first;
    const started = performance.now();
    const answer = await fetch(`${address}/api/packing_papers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ orders, kind: 'slips' }),
    });
    const bytes = (await answer.arrayBuffer()).byteLength;
    const took = (performance.now() - started) / 1000;
    const spent = readProcessorTime(server).first - begun;
    const { durations, failed } = await during();
    const faults = [
      ...(answer.status === 200 ? [] : [`The slips were answered ${answer.status}.`]),
      ...(failed > 0 ? ['/healthz failed meanwhile.'] : []),
      // drawing a slip takes 40 ms and more; what is left on this thread is reading and answering
      ...(spent > 0.3 + orders.length * 0.01 ? [`The thread that answers spent ${spent.toFixed(2)} s.`] : []),
    ];
    const waits = `p99 of /healthz ${quantile(before.durations, 0.99).toFixed(0)} ms before, ${quantile(durations, 0.99).toFixed(0)} ms meanwhile`;
    return {
      figures: `${orders.length} slips, ${Math.round(bytes / 1000)} kB${size === 'whole' ? `, ${took.toFixed(1)} s; ${waits}` : ''}; ${spent.toFixed(2)} s on the thread that answers`,
      faults,
    };
  },
};

export const hostileTables: Attack = {
  name: 'tables',
  what: 'the preview of a CSV whose every row has a quotation mark out of place: read outside of the thread that answers',
  async run({ address, admin, dataDir, size }) {
    const rows = size === 'whole' ? 1_000_000 : 5000;
    const form = new FormData();
    const text = `sku,category,name,description\n${'a"\n'.repeat(rows)}`;
    form.append('file', new Blob([text]), 'parts.csv');
    const server = findServer(dataDir);
    const readPeak = watchMemory(dataDir);
    const list = `${address}/api/parts?limit=20`;
    const watching = askRepeatedly(list, 10);
    if (size === 'whole') await new Promise((resolve) => setTimeout(resolve, 5000));
    const before = await watching();
    const begun = readProcessorTime(server).first;
    const during = askRepeatedly(list, 10);
    const started = performance.now();
    const answer = await send(`${address}/api/imports/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    });
    const took = (performance.now() - started) / 1000;
    const { durations } = await during();
    const spent = readProcessorTime(server).first - begun;
    const figures = [
      `${rows} rows: ${answer.status}`,
      ...(size === 'whole'
        ? [
            `${took.toFixed(1)} s`,
            `p99 of a list ${quantile(before.durations, 0.99).toFixed(0)} ms before, ${quantile(durations, 0.99).toFixed(0)} ms meanwhile`,
            `${spent.toFixed(1)} s on the thread that answers, for ${durations.length} lists`,
            `the largest process took ${Math.round(readPeak() / megabyte)} MB`,
          ]
        : []),
    ];
    const faults = [
      ...(answer.status === 200 ? [] : [answer.text]),
      ...(spent > 0.3 + durations.length * 0.01
        ? [`The thread that answers spent ${spent.toFixed(2)} s.`]
        : []),
    ];
    return { figures: figures.join(', '), faults };
  },
};

export const slowUploads: Attack = {
  name: 'uploads',
  what: 'twelve new accounts that upload slowly: administrators and others still upload',
  async run({ address, admin, stranger }) {
    const accounts = await Promise.all(Array.from({ length: 12 }, stranger));
    const sockets = (
      await Promise.all(
        accounts.flatMap((account) => [beginUpload(address, account), beginUpload(address, account)]),
      )
    ).flat();
    try {
      await new Promise((resolve) => setTimeout(resolve, 300)); // so that all have their places
      const newcomer = await stranger();
      const byAdmin = await upload(address, admin, await givenImageForm());
      let byStranger = 0;
      for (let turn = 0; turn < 20 && byStranger !== 200; turn += 1) {
        byStranger = await upload(address, newcomer, await givenImageForm());
        await new Promise((resolve) => setTimeout(resolve, 500)); // slow uploads are known as such after a while
      }
      return {
        figures: `${sockets.length} slow uploads; an administrator’s: ${byAdmin}, a newcomer’s: ${byStranger}`,
        faults: [
          ...(byAdmin === 200 ? [] : [`An administrator’s picture was answered ${byAdmin}.`]),
          ...(byStranger === 200 ? [] : [`A newcomer’s picture was answered ${byStranger}.`]),
        ],
      };
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
};

async function upload(address: string, { token }: Visitor, body: FormData): Promise<number> {
  const { status } = await send(`${address}/api/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return status;
}

/** An upload of two megabytes of which only the beginning comes. */
async function beginUpload(address: string, { token }: Visitor): Promise<Socket> {
  const socket = await connectTo(address);
  socket.on('error', () => {}); // the shop may end it
  socket.write(
    [
      'POST /api/image HTTP/1.1',
      'host: shop',
      `authorization: Bearer ${token}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 2000000',
      '',
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
    ].join('\r\n'),
  );
  return socket;
}

/** Their ids; each is a purchase of its own, so that each has a slip. */
async function placePaidOrders({ stranger, admin }: Target, count: number): Promise<string[]> {
  const part = await admin.call('POST', '/api/parts', {
    name: 'A part of many orders',
    description: 'It is new.',
    available_quantity: 10_000,
    minimum_order: 1,
    price: 9.99,
    img: '/pictures/memory-640.webp',
  });
  const buyer = await stranger();
  const orders: string[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const order = await buyer.call('POST', '/api/order', {
      partsId: part.insertedId,
      quantity: 1,
      location: makeMixedAddress(turn),
      phone: '+1 555 010 9999',
    });
    await confirmPayment(buyer, order._id);
    orders.push(order._id);
  }
  return orders;
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
