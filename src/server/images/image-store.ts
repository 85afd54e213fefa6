/** Opens the store of pictures that the configuration names: a bucket, or a folder of the disk. */
import { join } from 'node:path';
import { openDiskStore } from '#images/disk-store.ts';
import { openS3Store } from '#images/s3-store.ts';
import type { ImageStore } from '#images/store.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#system/log.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

/**
 * Throws a StartupRefusal when the bucket answers that it cannot be used. One that does not answer is only spoken of: a
 * shop sells without its pictures, and when it starts again beside a store that is away it should.
 */
export async function openImageStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  log: Log,
): Promise<{ store: ImageStore; close(): void }> {
  const onFailure = ({ call, error }: { call: string; error: unknown }) =>
    log(
      `The store of pictures failed (${call}): ${error instanceof Error ? error.message : String(error)}.`,
      'error',
    );
  if (!s3) return { store: await openDiskStore(join(dataDir, 'images'), onFailure), close: () => {} };
  const store = await openS3Store(s3, onFailure);
  const trouble = await store.check();
  if (trouble && !trouble.isTemporary) {
    store.close();
    throw new StartupRefusal(`The bucket at S3_URL cannot be used: ${trouble.sentence}.`);
  }
  if (trouble) {
    log(
      `The bucket at S3_URL: ${trouble.sentence}. The shop opens all the same; pictures come back with the bucket.`,
      'warn',
    );
  }
  return { store, close: store.close };
}
