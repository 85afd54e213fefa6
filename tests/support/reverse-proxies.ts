/** Starts real reverse proxies with the configurations of docs/reverse-proxy.md. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { isLinux, until } from './processes.ts';
import { projectRoot } from './programs.ts';
import { isRoot } from './shop-folders.ts';

const proxies = ['nginx', 'haproxy'] as const;
type Proxy = (typeof proxies)[number];

/** Debian installs them in /usr/sbin, which is not in every PATH. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

type ProxiedShop = { folder: string; hostname: string; port: number; shopUrl: string };

/** Runs the tests behind each proxy; titles say why one is skipped. */
export function behindEachProxy(place: () => ProxiedShop, tests: (name: Proxy) => void): void {
  for (const name of proxies) {
    const reason = reasonWithout(name);
    describe.skipIf(reason)(name + reason, () => {
      let proxy: ReverseProxy | undefined;
      beforeAll(async () => {
        proxy = await startReverseProxy(name, place());
      });
      afterAll(() => proxy?.close());
      tests(name);
    });
  }
}

function reasonWithout(name: Proxy): string {
  if (!isLinux) return ' (skipped: only Linux has a second loopback address without being asked)';
  const missing = [isInstalled(name, '-v') ? [] : name, isInstalled('openssl', 'version') ? [] : 'openssl'];
  const names = missing.flat().join(' and ');
  return names && ` (skipped: ${names} not installed; Debian's packages have the same names)`;
}

function isInstalled(program: string, versionOption: string): boolean {
  return spawnSync(program, [versionOption], { env }).error === undefined;
}

type ReverseProxy = { close(): Promise<void> };

/** Starts it with the documented block; only addresses, host name and certificate are replaced. */
async function startReverseProxy(
  name: Proxy,
  { folder, hostname, port, shopUrl }: ProxiedShop,
): Promise<ReverseProxy> {
  const certificate = makeCertificate(folder, hostname);
  const block = applyChanges(
    documentedBlock(name),
    {
      haproxy: { 'bind :443': `bind 127.0.0.1:${port}` },
      nginx: { 'listen 443': `listen 127.0.0.1:${port}`, 'shop.example.com': hostname },
    }[name],
  );
  const file = path.join(folder, `${name}.conf`);
  const common = { '/etc/ssl/shop.pem': certificate, '127.0.0.1:3000': new URL(shopUrl).host };
  writeFileSync(file, completeConfiguration(name, applyChanges(block, common), folder));
  const args = { haproxy: ['-db', '-f', file], nginx: ['-e', 'stderr', '-p', folder, '-c', file] }[name];
  const child = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  await until(`${name} listens`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${errors}`);
    return await acceptsConnections(port);
  });
  return {
    close: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

export type AddressRelay = { port: number; close(): Promise<void> };

/** Forwards connections to a local port from another local address. */
export async function openAddressRelay(targetPort: number, localAddress: string): Promise<AddressRelay> {
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    const proxy = connect({ port: targetPort, host: '127.0.0.1', localAddress });
    browser.pipe(proxy).pipe(browser);
    const end = () => {
      browser.destroy();
      proxy.destroy();
    };
    for (const socket of [browser, proxy]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function documentedBlock(name: Proxy): string {
  const page = readFileSync(path.join(projectRoot, 'docs/reverse-proxy.md'), 'utf8');
  const [, block] = page.split(`\`\`\`${name}\n`);
  if (!block) throw new Error(`docs/reverse-proxy.md has no block for ${name}.`);
  return block.slice(0, block.indexOf('```'));
}

function applyChanges(block: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The block of docs/reverse-proxy.md has no “${from}”.`);
    return text.replaceAll(from, to);
  }, block);
}

/** Adds the rest of the configuration; nginx stores its files in the test's folder. */
function completeConfiguration(name: Proxy, block: string, folder: string): string {
  if (name === 'haproxy') return block;
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = folders.map((use) => `${use}_temp_path ${folder}/${use};`).join('\n');
  return `${isRoot ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
events {}
http {
access_log off;
${places}
${block}}
`;
}

function makeCertificate(folder: string, hostname: string): string {
  const file = path.join(folder, 'shop.pem');
  const subject = ['-subj', `/CN=${hostname}`, '-addext', `subjectAltName=DNS:${hostname}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const pem = execFileSync(
    'openssl',
    ['req', '-x509', '-days', '2', ...key, ...subject, '-keyout', '-', '-out', '-'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  writeFileSync(file, pem, { mode: 0o600 });
  return file;
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
