/** A worker thread that floods the shop with log-ins, from random addresses to random accounts. */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const connectionCount = 40;

/** The number of responses by status. */
const statuses: Record<string, number> = {};
let isStopped = false;

parentPort?.once('message', () => {
  isStopped = true;
});
const agent = new Agent({ keepAlive: true, maxSockets: connectionCount });
const all = Array.from({ length: connectionCount }, async () => {
  while (!isStopped) {
    const status = await logIn(workerData as string);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
});
parentPort?.postMessage('begun');
await Promise.all(all);
agent.destroy();
parentPort?.postMessage(statuses);

function logIn(address: string): Promise<number> {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  const headers = {
    origin: address,
    'content-type': 'application/json',
    'x-forwarded-for': `100.${a}.${b}.${c}`,
  };
  return new Promise((resolve, reject) => {
    const call = request(
      `${address}/api/identity/sign-in/email`,
      { method: 'POST', agent, headers },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(JSON.stringify({ email: `${randomBytes(6).toString('hex')}@example.com`, password: 'a guess' }));
  });
}
