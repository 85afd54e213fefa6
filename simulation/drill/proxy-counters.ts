/** What HAProxy itself has counted. */
import { once } from 'node:events';
import { connect } from 'node:net';

/** Its answers of 5xx and its errors at the front, as sentences; none when it has counted none. */
export async function countErrors(socketPath: string): Promise<string[]> {
  const socket = connect(socketPath);
  await once(socket, 'connect');
  socket.end('show stat\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  const [head = '', ...lines] = text.replace(/^# /, '').trim().split('\n');
  const names = head.split(',');
  const rows = lines.map((line) => {
    const values = line.split(',');
    return new Map(names.map((name, index) => [name, values[index] ?? '']));
  });
  const front = rows.find((row) => row.get('pxname') === 'shop' && row.get('svname') === 'FRONTEND');
  if (!front) return ['HAProxy has not counted what came in at the front.'];
  if (!(Number(front.get('hrsp_2xx')) > 0)) return ['HAProxy has passed nothing on.'];
  return [...front]
    .filter(([name, count]) => name === 'hrsp_5xx' && Number(count) > 0)
    .map(([, count]) => `HAProxy has answered ${count} times with 5xx.`);
}
