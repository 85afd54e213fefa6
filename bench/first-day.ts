/** An owner's first day, by the commands of the documents: on a PostgreSQL, an SMTP server, buckets and behind https. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { createServer } from 'node:https';
import { availableParallelism, loadavg, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parse } from 'csv-parse/sync';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import { CARDS } from '#sandbox/testing/sandbox.ts';
import { readAddress } from '../tests/support/command-line.ts';
import { purchaseBody } from '../tests/support/given.ts';
import { listReleases } from '../tests/support/last-release.ts';
import { givenFile, givenListRows } from '../tests/support/part-lists.ts';
import { givenImageForm } from '../tests/support/pictures.ts';
import { createDatabase } from '../tests/support/postgres.ts';
import { freePort, killAll, projectRoot, until } from '../tests/support/processes.ts';
import { startS3Server } from '../tests/support/s3-server.ts';
import { makeFolder, removeFolder } from '../tests/support/shop-folders.ts';
import { type SmtpServer, startSmtpServer } from '../tests/support/smtp-server.ts';
import { payOrder, signUpVisitor, type Visitor } from '../tests/support/visitor.ts';
import { makeOwner } from './owner.ts';
import { listenForInterruption } from './throw-away-shop.ts';

export async function liveFirstDay(): Promise<string> {
  const interruption = listenForInterruption();
  const [folder, aside] = [makeFolder(), makeFolder()];
  const closes: (() => unknown)[] = [() => removeFolder(folder), () => removeFolder(aside)];
  try {
    return await Promise.race([live(folder, aside, closes), interruption.happens]);
  } finally {
    for (const close of closes.reverse()) await close();
    interruption.leave();
  }
}

async function live(folder: string, aside: string, closes: (() => unknown)[]): Promise<string> {
  const { postgres, smtp, buckets, proxy } = await openSurroundings(aside, closes);
  closes.push(() => killAll(folder));
  const owner = makeOwner(proxy.certificates);
  const { step, fill, type, start } = owner;
  const clone = { folder: join(folder, 'compact') };
  const url = proxy.publicUrl;
  const readCommit = () => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' });
  const present = readCommit().trim();
  const before = listReleases().find(({ commit }) => commit !== present);
  if (!before) throw new Error('This history has no release before the present commit.');

  /** Each shop has the public address while it runs. */
  const initialize = async (name: 'first' | 'moved' | 'older', variable = '') => {
    const options = {
      'public-url': url,
      port: proxy.shopPort,
      'data-dir': join(folder, name),
      'database-url': readAddress(await createDatabase(postgres.connection, name)),
      'smtp-url': smtp.url,
      'mail-from': 'Testco <shop@testco.example>',
      's3-url': buckets[name].url,
    };
    const words = Object.entries(fill(options)).map(([option, value]) => `--${option}='${value}'`);
    await type(`${variable}npm run shop -- init --yes ${words.join(' ')}`, clone);
  };
  const signUp = async (name: string) => {
    const email = `${name}@testco.example`;
    const person = await signUpVisitor(url, fill({ name, email, password: 'a good password' }));
    const link = await readMail(smtp, email, /https?:\S+verify_email\S+/);
    const confirmation = `/api/identity/verify-email${new URL(link).search}` as '/api/identity/verify-email';
    await person.call('GET', confirmation);
    return person;
  };
  const order = async (buyer: Visitor) => {
    const parts = await buyer.call('GET', '/api/parts?limit=60');
    const part = parts.find(({ price, available_quantity: left }) => price && left > 0)?._id ?? '';
    const { orders } = await buyer.call('POST', '/api/purchases', fill(purchaseBody([part])));
    return orders[0]?._id ?? '';
  };
  const pay = async (buyer: Visitor, id: string) => {
    const card = {
      ...CARDS.good,
      exp_month: '12',
      exp_year: String(new Date().getFullYear() + 1),
      cvc: '123',
    };
    assert.equal((await payOrder(buyer, id, fill(card))).status, 'paid');
    await readMail(smtp, buyer.email, /Message-ID: <\S+-paid@/);
  };
  const readState = async (buyer: Visitor, id: string) =>
    (await buyer.call('GET', `/api/my_order/${id as ':id'}`)).status;
  const ship = async (seller: Visitor, buyer: Visitor, id: string) => {
    await seller.call('PATCH', `/api/manage_order/${id as ':id'}`, {
      ...fill({ carrier: 'Post', tracking: 'X 1' }),
      status: 'shipped',
    });
    await readMail(smtp, buyer.email, /Message-ID: <\S+-shipped@/);
  };

  await step('get it: `git clone`', () => type(`git clone --quiet ${projectRoot} compact`, { folder }));
  await step('`npm run shop -- init`, which installs the packages', () => initialize('first'));
  await step('`npm run build`', () => type('npm run build', clone));
  let shop = await step('`npm start`', () => start('npm start', url, clone));
  const admin = await step('sign up, confirm the address, `make-admin`', async () => {
    const person = await signUp('owner');
    await type(`npm run shop -- make-admin ${person.email}`, clone);
    return person;
  });
  await step('`import` 1,000 parts, `export` them, and `import --prices-only` a price list', async () => {
    const lists = Object.entries(givenListRows(250));
    for (const [name, rows] of lists) givenFile(folder, `${name}.jsonl`, rows);
    const files = lists.map(([name]) => `../${name}.jsonl`).join(' ');
    await type(`npm run shop -- import --stock 25 ${files}`, clone);
    await type('npm run shop -- export ../parts.csv', clone);
    const parts = parse(readFileSync(join(folder, 'parts.csv')), { columns: true, bom: true }) as Row[];
    const prices = parts.map(({ sku, price }) => `${sku},${(Number(price || 80) * 0.9).toFixed(2)}`);
    givenFile(folder, 'prices.csv', ['sku,price', ...prices]);
    const said = await type('npm run shop -- import --prices-only ../prices.csv', clone);
    assert.match(said, /1,000/);
  });
  const picture = await step('settings, delivery and a picture', async () => {
    const { version } = await admin.call('GET', '/api/settings');
    await admin.call('PATCH', '/api/settings', { version, ...fill(company) });
    const { rules, version: seen } = await admin.call('GET', '/api/delivery-rules');
    await admin.call('PUT', '/api/delivery-rules', { version: seen, rules });
    const [part] = await admin.call('GET', '/api/parts?limit=1');
    const { url: img } = (await admin.call('POST', '/api/image', fill(await givenImageForm()))).data;
    await admin.call('PATCH', `/api/parts/${part?._id as ':id'}`, { img });
    return img;
  });
  await step('`backup`, then `check`: all is done but Stripe’s keys and webhook', async () => {
    await type('npm run shop -- backup ../opened.tar.gz', clone);
    const said = await type('npm run shop -- check', clone, 1);
    const open = said.match(/^(?:missing|wrong) +.*$/gm)?.map((line) => /^\w+ +([^:]+)/.exec(line)?.[1]);
    assert.deepEqual(open, ['Card payments', 'Webhook'], said);
  });
  const [buyer, bought] = await step('a customer signs up, orders and pays', async () => {
    const person = await signUp('buyer');
    const id = await order(person);
    await pay(person, id);
    return [person, id] as const;
  });
  await step('the order is shipped and refunded', async () => {
    await ship(admin, buyer, bought);
    await admin.call('POST', '/api/refunds', { orderId: bought, ...fill({ reason: 'It broke.' }) });
    await readMail(smtp, buyer.email, /Message-ID: <\S+-refunded@/);
  });
  const state = await readState(buyer, bought);
  await step('`audit`, `backup`, Ctrl-C', async () => {
    await type('npm run shop -- audit', clone);
    await type('npm run shop -- backup ../shop.tar.gz', clone);
    await shop.pressCtrlC();
  });
  await step('`npm run dev`, Ctrl-C', async () => {
    shop = await start('npm run dev', url, clone);
    assert.equal((await fetch(url)).status, 200);
    await shop.pressCtrlC();
  });

  const program = { folder: join(folder, 'program'), settings: { ENV_FILE: join(folder, 'moved.env') } };
  await step(
    'elsewhere: `npm run build -- FOLDER`, `init`, `restore`, `npm start` there, `audit`',
    async () => {
      await type(`npm run build -- ${program.folder}`, clone);
      await initialize('moved', `ENV_FILE=${program.settings.ENV_FILE} `);
      await type('npm run shop -- restore ../shop.tar.gz', program);
      shop = await start('npm start', url, program);
      assert.equal(await readState(buyer, bought), state);
      assert.equal((await fetch(url + picture)).headers.get('content-type'), 'image/jpeg');
      assert.deepEqual(readdirSync(buckets.moved.folder), readdirSync(buckets.first.folder));
      await type('npm run shop -- audit', program);
    },
  );
  await step('a program folder replaces another: `ln -sfn`, Ctrl-C, `npm start`', async () => {
    await type(`ln -sfn ${program.folder} current`, { folder });
    await shop.pressCtrlC();
    shop = await start('npm start', url, { ...program, folder: join(folder, 'current') });
  });
  await shop.pressCtrlC();

  await initialize('older', 'ENV_FILE=../older.env ');
  const older = { ...clone, settings: { ENV_FILE: '../older.env' } };
  const get = async (commit: string) => {
    await type(`git fetch --quiet && git checkout --quiet ${commit}`, clone);
    await type('npm run build', clone);
  };
  await get(before.commit);
  shop = await start('npm start', url, older);
  await type('npm run shop -- import ../video-card.jsonl --stock 25', older);
  const patron = await signUp('patron');
  const kept = await order(patron);
  await step(`update from ${before.version}: Ctrl-C, get, \`npm run build\`, \`npm start\``, async () => {
    await shop.pressCtrlC();
    await get(present);
    shop = await start('npm start', url, older);
  });
  assert.equal(await readState(patron, kept), 'unpaid');
  await pay(patron, kept);
  await type('npm run shop -- audit', older);
  await step(`go back to ${before.version}: Ctrl-C, get, \`npm run build\`, \`npm start\``, async () => {
    await shop.pressCtrlC();
    await get(before.commit);
    shop = await start('npm start', url, older);
  });
  assert.equal(await readState(patron, kept), 'paid');
  await type('npm run shop -- audit', older);
  await shop.pressCtrlC();
  const loads = loadavg().map(Math.round).join(', ');
  return `${availableParallelism()} cores (${loads} at work), ${smtp.mails.length} mails\n\n${owner.makeTable()}`;
}

type Row = Record<'sku' | 'price', string>;

const company = {
  name: 'Testco',
  email: 'us@testco.example',
  companyName: 'Testco Ltd',
  postalAddress: '1 Lane',
  counters: 'hidden',
  ceo: 'hidden',
  homeTexts: 'confirmed',
  companyPages: 'confirmed',
  portfolioName: 'Ada',
  portfolioBiography: 'I sell parts.',
} as const;

/** What the documents presume: a database, a mail server, a bucket, a proxy that serves https; those that tests use. */
async function openSurroundings(folder: string, closes: (() => unknown)[]) {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} });
  closes.push(postgres.stop);
  const smtp = await startSmtpServer();
  const [first, moved, older] = [await startS3Server(), await startS3Server(), await startS3Server()];
  closes.push(smtp.close, first.close, moved.close, older.close);
  const proxy = await openProxy(folder, closes);
  return { postgres, smtp, buckets: { first, moved, older }, proxy };
}

/** On an address that is not loopback, so that the shop is public. */
async function openProxy(folder: string, closes: (() => unknown)[]) {
  const addresses = Object.values(networkInterfaces()).flat();
  const host = addresses.find((each) => each?.family === 'IPv4' && !each.internal)?.address;
  if (!host) throw new Error('This machine has no address but those of loopback.');
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=IP:${host}`];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const certificates = join(folder, 'certificates.pem');
  writeFileSync(certificates, [...getCACertificates('extra'), readFileSync(cert)].join('\n'));
  setDefaultCACertificates([...getCACertificates(), readFileSync(cert, 'utf8')]);

  const [port, shopPort] = [await freePort(), await freePort()];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (received, response) => {
    const { method, url: path, socket } = received;
    const added = { 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'https' };
    const headers = { ...received.headers, ...added };
    const sent = forward({ port: shopPort, host: '127.0.0.1', method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.writeHead(502).end());
    received.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  closes.push(() => server.close().closeAllConnections());
  return { publicUrl: `https://${host}:${port}`, shopPort, certificates };
}

/** Waits for a mail that has the pattern, and returns that. */
async function readMail(smtp: SmtpServer, to: string, pattern: RegExp): Promise<string> {
  const findMatch = () =>
    smtp.mails
      .filter((mail) => mail.to === to)
      .map(({ message }) => pattern.exec(message.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0])
      .find((match) => match !== undefined);
  await until(`a mail with ${pattern} is there`, async () => findMatch() !== undefined, mailTimeoutMs);
  return findMatch() ?? '';
}

/** An invoice is drawn before, on a machine that may be busy. */
const mailTimeoutMs = 5 * 60_000;
