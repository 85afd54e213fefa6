/** Attacks by addresses and headers: what is kept under them, and what is made of them. */
import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import { connectTo } from '../../tests/support/pictures.ts';
import { type Attack, findServer, listFaults, send, watchMemory } from './attack.ts';

const megabyte = 2 ** 20;

export const hostileAddresses: Attack = {
  name: 'addresses',
  what: 'thousands of long addresses that nobody has asked for: none stays in memory',
  async run({ address, dataDir, size }) {
    const count = size === 'whole' ? 30_000 : 1500;
    const makePath = (turn: number) => {
      const noise = randomBytes(size === 'whole' ? 5000 : 9000).toString('base64url');
      const forms = [`/parts.data?_routes=${noise}`, `/parts?${noise}=1`, `/parts/${noise}`, `/?q=${noise}`];
      return forms[turn % forms.length] ?? '';
    };
    const statuses = new Map<number, number>();
    const before = watchMemory(dataDir)();
    const stop = watchMemory(dataDir);
    await pLimit(16).map(Array(count).keys(), async (turn) => {
      const { status } = await send(address + makePath(turn));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    const grown = stop() - before;
    const limit = size === 'whole' ? 250 : 150;
    return {
      figures: `${count} addresses: ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')}; the largest process grew by ${Math.round(grown / megabyte)} MB`,
      faults: listFaults(
        [grown <= limit * megabyte, `A process grew by ${Math.round(grown / megabyte)} MB.`],
        [[...statuses.keys()].every((status) => status < 500), 'An address was answered as a failure.'],
      ),
    };
  },
};

export const hostileHeaders: Attack = {
  name: 'headers',
  what: 'two Host headers, a line break in the path, line breaks and escape sequences in values: refused, and not in the log',
  async run({ address, dataDir, printed }) {
    findServer(dataDir);
    const twoHosts = await askRaw(address, 'GET / HTTP/1.1\r\nHost: shop\r\nHost: evil.example\r\n\r\n');
    const lineBreak = await send(`${address}/%0ax`);
    const email = `\u001b[2J\u202egnp.exe\n{"level":30,"msg":"all is well"}`;
    const logIn = await send(`${address}/api/identity/sign-in/email`, {
      method: 'POST',
      headers: { origin: address, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a long password' }),
    });
    const home = await send(`${address}/`);
    const output = printed();
    const hasControls = [...output].some(isControl);
    return {
      figures: `two hosts: ${twoHosts.slice(9, 12)}; /%0ax: ${lineBreak.status}; log-in: ${logIn.status}`,
      faults: listFaults(
        [twoHosts.startsWith('HTTP/1.1 400'), 'Two Host headers were answered.'],
        [
          lineBreak.status === 404 && /<title>[^<]+<\/title>/.test(lineBreak.text),
          `/%0ax was answered ${lineBreak.status}.`,
        ],
        [!output.includes('"level":50'), 'The log calls it an error of the shop.'],
        [!hasControls, 'The log has control characters of a stranger.'],
        [!/^\{"level":30,"msg":"all is well"/m.test(output), 'A stranger wrote a line of the log.'],
        [home.headers.has('permissions-policy'), 'There is no Permissions-Policy.'],
        [!home.text.includes('No mail leaves'), 'Visitors are sent what is for administrators.'],
      ),
    };
  },
};

/** Everything but line feeds that a terminal would act on. */
function isControl(sign: string): boolean {
  return sign !== '\n' && /[\p{Cc}\p{Cf}]/u.test(sign);
}

async function askRaw(address: string, request: string): Promise<string> {
  const socket = await connectTo(address);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.end(request);
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}
