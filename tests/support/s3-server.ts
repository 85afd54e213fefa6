/** A real S3 server (npm's `@20minutes/s3rver`, which checks signatures) on a port of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '#images/s3-store.ts';
import { freePort } from './ports.ts';

export type S3Server = {
  /** Its one bucket, with the key that it knows. */
  place: S3Settings;
  /** Where it keeps the bucket's files, each at `<name>._S3rver_object`. */
  folder: string;
  /** What an owner would set as S3_URL. */
  url: string;
  /** Goes away, connections and all; what it holds stays. */
  leave(): Promise<void>;
  /** Is there again, at the same address. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
};

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'compact-s3-'));
  const bucket = 'compact-pictures';
  const open = async (port: number) => {
    const server = new S3rver({
      ...{ address: '127.0.0.1', port, silent: true, directory, vhostBuckets: false },
      configureBuckets: [{ name: bucket }],
    });
    return { server, port: (await server.run()).port };
  };
  // one that nobody else is given while it is away
  let running: Awaited<ReturnType<typeof open>> | undefined = await open(await freePort());
  const { port } = running;
  const leave = async () => {
    const closed = running?.server.close();
    running?.server.httpServer.closeAllConnections();
    running = undefined;
    await closed;
  };
  return {
    place: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      ...{ key: 'S3RVER', secret: 'S3RVER' }, // the one pair that it knows
    },
    folder: join(directory, bucket),
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=off`,
    leave,
    async comeBack() {
      running ??= await open(port);
    },
    async close() {
      await leave();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
