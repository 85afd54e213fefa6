/** Opens the configured image store: a bucket, or a folder on the disk. */
import { join } from 'node:path';
import type { Config } from '#app/config.ts';
import { openDiskStore } from '#platform/images/disk-store.ts';
import { openS3Store } from '#platform/images/s3-store.ts';
import type { ImageStore } from '#platform/images/store.ts';
import type { Log } from '#platform/system/log.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

/** Throws a StartupRefusal when the bucket refuses; an unreachable one is logged, so that the shop can sell. */
export async function openImageStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  log: Log,
): Promise<ImageStore> {
  const onFailure = ({ call, error }: { call: string; error: unknown }) =>
    log(
      `The store of pictures failed (${call}): ${error instanceof Error ? error.message : String(error)}.`,
      'error',
    );
  if (!s3) return await openDiskStore(join(dataDir, 'images'), onFailure);
  const store = openS3Store(s3, onFailure);
  const problem = await store.check();
  if (problem && !problem.isTemporary)
    throw new StartupRefusal(`The bucket at S3_URL cannot be used: ${problem.sentence}.`);
  if (problem) {
    log(
      `The bucket at S3_URL: ${problem.sentence}. The shop opens all the same; pictures come back with the bucket.`,
      'warn',
    );
  }
  return store;
}
