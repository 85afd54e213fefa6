/** The card sandbox as a process: it survives kill -9, ends with its parent, and keeps no card number. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  CARDS,
  confirmInBrowser,
  forkSandbox,
  givenIntent,
  givenSandboxOfTest,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  startSandbox,
} from '../testing/sandbox.ts';

test('everything that was answered is there after kill -9, and nothing is charged twice', async () => {
  let sandbox = await givenSandboxOfTest();
  const { folder } = sandbox;
  const paid = new Map<string, string>();
  const cancelled = new Set<string>();

  for (let round = 0; round < 3; round += 1) {
    const { stripe } = sandbox;
    // Sixteen concurrent buyers, cut off at some moment; those without an answer stop.
    const buyers = Array.from({ length: 16 }, async (_, buyer) => {
      for (let purchase = 0; ; purchase += 1) {
        const idempotencyKey = `round-${round}-buyer-${buyer}-${purchase}`;
        const intent = await stripe.paymentIntents.create(
          { amount: 500, currency: 'usd' },
          { idempotencyKey },
        );
        if (purchase % 5 === 4) {
          await stripe.paymentIntents.cancel(intent.id);
          cancelled.add(intent.id);
          continue;
        }
        await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
        paid.set(intent.id, idempotencyKey);
      }
    });
    const enough = paid.size + 20;
    const cut = async () => {
      while (paid.size < enough) await pause(5);
      await pause(Math.random() * 300);
      await sandbox.kill();
    };
    await Promise.all([Promise.allSettled(buyers), cut()]);
    sandbox = await givenSandboxOfTest({ folder });
  }

  const charges = new Map<string, number>();
  for await (const charge of sandbox.stripe.charges.list({ limit: 100 })) {
    expect(charge).toMatchObject({ paid: true, amount: 500 });
    const intent = String(charge.payment_intent);
    charges.set(intent, (charges.get(intent) ?? 0) + 1);
  }
  const states = new Map<string, string>();
  for await (const intent of sandbox.stripe.paymentIntents.list({ limit: 100 }))
    states.set(intent.id, intent.status);

  for (const id of paid.keys()) expect([id, charges.get(id), states.get(id)]).toEqual([id, 1, 'succeeded']);
  for (const id of cancelled)
    expect([id, charges.get(id), states.get(id)]).toEqual([id, undefined, 'canceled']);
  for (const [id, state] of states)
    expect([id, charges.get(id) ?? 0]).toEqual([id, state === 'succeeded' ? 1 : 0]);

  // Keys are stored with their answers: a request answered before the crash is not done again.
  const [id, idempotencyKey] = [...paid][0] ?? [];
  const repeated = await sandbox.stripe.paymentIntents.create(
    { amount: 500, currency: 'usd' },
    { idempotencyKey },
  );
  expect(repeated.id).toBe(id);
  expect(repeated.lastResponse.headers['idempotent-replayed']).toBe('true');
}, 60_000);

test('two processes on one folder share one ledger: confirming in both at once charges once', async () => {
  const one = await givenSandboxOfTest();
  const two = await givenSandboxOfTest({ folder: one.folder });
  for (let round = 0; round < 10; round += 1) {
    const intent = await givenIntent(one);
    const answers = await Promise.all(
      [one, two, one, two].map((sandbox) => confirmInBrowser(sandbox, intent, CARDS.good)),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400, 400]);
    expect((await two.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  }
});

test('no card number and no security code is anywhere on disk or in what the process writes', async () => {
  const sandbox = await givenSandboxOfTest();
  const numbers = [
    ...Object.values(CARDS).map((card) => card.number),
    '4242424242424241',
    '4111111111111111',
    '371449635398431',
  ];
  for (const [index, number] of numbers.entries())
    for (const spelling of [number, number.replace(/(\d{4})/g, '$1 ').trim()])
      await confirmInBrowser(
        sandbox,
        await givenIntent(sandbox, { amount: 1_999 }),
        { number: spelling, cvc: number.length === 15 ? '7373' : '737' },
        { 'idempotency-key': `${index}-${spelling.length}` },
      );

  const look = async () => {
    const files = await readdir(sandbox.folder);
    const contents = await Promise.all(files.map((file) => readFile(join(sandbox.folder, file), 'latin1')));
    const everything = contents.join('\n') + sandbox.output();
    expect(everything).toContain('Ada Lovelace'); // Proves that the search finds what is stored.
    // Digits only, whatever the format. The last four may be stored, the twelve before them may not.
    const digits = everything.replace(/[ -]/g, '');
    for (const number of numbers) expect(digits).not.toContain(number.slice(0, -4));
  };
  await look(); // while it runs, with the log beside the database
  await sandbox.kill();
  await look();

  const database = new DatabaseSync(join(sandbox.folder, 'ledger.sqlite'), { readOnly: true });
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
  const cells = tables.flatMap((table) =>
    database
      .prepare(`select * from "${table.name}"`)
      .all()
      .flatMap((row) => Object.values(row).map(String)),
  );
  database.close();
  expect(cells).toContain('succeeded');
  for (const cell of cells) expect(cell).not.toMatch(/(?<!\w)7373?(?!\w)/);
});

test('a card that is no test card leaves no trace, not even its last digits', async () => {
  const sandbox = await givenSandboxOfTest();
  const intent = await givenIntent(sandbox);
  await confirmInBrowser(sandbox, intent, { number: '4111111111111111' }, { 'idempotency-key': 'k' });
  await sandbox.stop();
  const database = new DatabaseSync(join(sandbox.folder, 'ledger.sqlite'), { readOnly: true });
  for (const table of ['payment_methods', 'charges', 'idempotency_keys'])
    expect(Number(database.prepare(`select count(*) as n from ${table}`).get()?.n)).toBe(
      // The official client sends a key with every request.
      table === 'idempotency_keys' ? 1 : 0,
    );
  database.close();
});

test('SIGTERM ends it in good order, after what is in flight has been answered', async () => {
  const sandbox = await givenSandboxOfTest();
  const intent = await givenIntent(sandbox);
  const body = 'payment_method=pm_card_visa';
  const request = httpRequest(`${sandbox.origin}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
    },
  });
  const answered = once(request, 'response');
  request.write(body.slice(0, 10));
  const [socket] = await once(request, 'socket');
  if (socket.connecting) await once(socket, 'connect');
  await fetch(`${sandbox.origin}/healthz`); // its answer proves that the connection before it was accepted
  const code = sandbox.stop();
  await pause(200);
  request.end(body.slice(10));

  const [response] = await answered;
  expect(response.statusCode).toBe(200);
  expect(JSON.parse(await text(response))).toMatchObject({ status: 'succeeded' });
  expect(await code).toBe(0);
  expect(sandbox.output()).toBe(`Card sandbox listening on ${sandbox.origin}\n`);
});

test('Ctrl-C in the parent’s terminal leaves it running for the parent to end', async () => {
  const sandbox = await givenSandboxOfTest();
  sandbox.process.kill('SIGINT');
  await pause(200);
  expect(await (await fetch(`${sandbox.origin}/healthz`)).json()).toEqual({ status: 'ok' });
});

test.each([
  ['after it has started', (child: string) => `${child}.on('message', () => console.log(${child}.pid));`],
  ['while it is still starting', (child: string) => `console.log(${child}.pid);`],
])(
  'it ends when its parent is killed %s',
  async (_when, report) => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const parentFile = join(folder, 'parent.mjs');
    const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
    await writeFile(
      parentFile,
      `import { fork } from 'node:child_process';
     const child = fork(${JSON.stringify(main)}, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
     ${report('child')}`,
    );
    const parent = spawn(process.execPath, [parentFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        SANDBOX_DATA: join(folder, 'data'),
        SANDBOX_SECRET_KEY: SECRET_KEY,
        SANDBOX_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      },
    });
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 50_000 }).toBe(false);
    await rm(folder, { recursive: true });
  },
  60_000,
);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each<[string, NodeJS.ProcessEnv, RegExp]>([
  ['no folder', {}, /^SANDBOX_DATA must name the folder that keeps the ledger\.\n$/],
  [
    'a live key',
    { SANDBOX_DATA: '/tmp/unused', SANDBOX_SECRET_KEY: 'sk_live_51Real123456' },
    /^SANDBOX_SECRET_KEY must be a key of the form sk_test_….\n$/,
  ],
  [
    'a bad port',
    { SANDBOX_DATA: '/tmp/unused', SANDBOX_PORT: 'http' },
    /^SANDBOX_PORT must be a port from 0 to 65535\.\n$/,
  ],
  [
    'a pause that is none',
    { SANDBOX_DATA: '/tmp/unused', SANDBOX_OUTCOME_PAUSE: 'soon' },
    /^SANDBOX_OUTCOME_PAUSE must be a number of milliseconds\.\n$/,
  ],
  [
    'a webhook secret of another form',
    { SANDBOX_DATA: '/tmp/unused', SANDBOX_WEBHOOK_SECRET: 'secret' },
    /^SANDBOX_WEBHOOK_SECRET must be a secret of the form whsec_….\n$/,
  ],
  [
    'a folder that cannot be',
    { SANDBOX_DATA: '/dev/null/ledger' },
    /^The sandbox cannot open its ledger in \/dev\/null\/ledger: .+\n$/,
  ],
])('with %s it says so in one sentence and does not start', async (_what, environment, sentence) => {
  const child = forkSandbox(environment);
  let output = '';
  child.stderr?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output).toMatch(sentence);
});

test('with a taken port it says so in one sentence and does not start', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await expect(startSandbox({ environment: { SANDBOX_PORT: String(port) } })).rejects.toThrow(
    new RegExp(`did not start: The sandbox cannot listen on 127.0.0.1:${port}: .*EADDRINUSE[^\\n]*\\n$`),
  );
  taken.close();
});
