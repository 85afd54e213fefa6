/** Attacks by addresses and words: what is kept under them, and what the log makes of them. */
import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import { type Attack, listFaults, send, watchMemory } from './attack.ts';

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

export const hostileWords: Attack = {
  name: 'words',
  what: 'line breaks and escape sequences in an address and in a body: not in the log, in which neither is an error of the shop',
  async run({ address, printed }) {
    const lineBreak = await send(`${address}/%0ax`);
    const email = `\u001b[2J\u202egnp.exe\n{"level":30,"msg":"all is well"}`;
    const logIn = await send(`${address}/api/identity/sign-in/email`, {
      method: 'POST',
      headers: { origin: address, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a long password' }),
    });
    const output = printed();
    return {
      figures: `/%0ax: ${lineBreak.status}; log-in: ${logIn.status}`,
      faults: listFaults(
        [!output.includes('"level":50'), 'The log calls it an error of the shop.'],
        // everything but line feeds that a terminal would act on
        [!/(?!\n)[\p{Cc}\p{Cf}]/u.test(output), 'The log has control characters of a stranger.'],
        [!/^\{"level":30,"msg":"all is well"/m.test(output), 'A stranger wrote a line of the log.'],
      ),
    };
  },
};
