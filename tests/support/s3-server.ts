/** A real S3 server (npm's `@20minutes/s3rver`, which checks signatures). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '#platform/images/s3-store.ts';
import { freePort } from './processes.ts';

export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'compact-s3-'));
  const bucket = 'compact-pictures';
  const open = async (port: number) => {
    const server = new S3rver({
      ...{ address: '127.0.0.1', port, silent: true, directory, vhostBuckets: false },
      configureBuckets: [{ name: bucket }],
    });
    return { server, port: (await server.run()).port };
  };
  // not an ephemeral port, which another process could get while it is offline
  let running: Awaited<ReturnType<typeof open>> | undefined = await open(await freePort());
  const { port } = running;
  const leave = async () => {
    const closed = running?.server.close();
    running?.server.httpServer.closeAllConnections();
    running = undefined;
    await closed;
  };
  return {
    /** Its bucket and key. */
    place: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      ...{ key: 'S3RVER', secret: 'S3RVER' }, // s3rver accepts only this pair
    } satisfies S3Settings,
    /** The folder of the bucket's files, each at `<name>._S3rver_object`. */
    folder: join(directory, bucket),
    /** The value of S3_URL. */
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=off`,
    /** Closes the server and its connections; the files remain. */
    goOffline: leave,
    /** Starts it again at the same address. */
    async goOnline() {
      running ??= await open(port);
    },
    async close() {
      await leave();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
