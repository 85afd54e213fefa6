/** Keeps pictures in a bucket of an S3-compatible store. */
import type { Readable } from 'node:stream';
import type { S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import type { ImageStore, OnStoreFailure, Unavailable } from '#images/store.ts';

export type S3Settings = {
  /** Protocol, host and port; the bucket is the first part of the path there, which every such store understands. */
  endpoint: string;
  region: string;
  bucket: string;
  key: string;
  secret: string;
};

/** Why the bucket cannot be used, in a sentence; what may pass by itself is no reason not to open the shop. */
export type S3Problem = { sentence: string; mayPass: boolean };

export type S3Store = ImageStore & {
  /** Asks for a file that there is not, which the bucket says only to those who may use it; undefined when all is well. */
  check(): Promise<S3Problem | undefined>;
  close(): void;
};

/**
 * The store in the bucket. The library is loaded only here, because a shop that keeps its pictures on the disk should not
 * wait for it. A call that fails, or has no answer after `patience` milliseconds, is tried once more and then answered as
 * image-store-unavailable.
 */
export async function openS3Store(
  place: S3Settings,
  onFailure: OnStoreFailure,
  patience = 12_000,
): Promise<S3Store> {
  const { S3Client, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } =
    await import('@aws-sdk/client-s3');
  const client = new S3Client(clientConfig(place, patience));
  const at = (name: string) => ({ Bucket: place.bucket, Key: name });

  async function ask<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer | Unavailable> {
    try {
      return await answer();
    } catch (error) {
      onFailure({ call, error: new Error(explain(error, place).sentence, { cause: error }) });
      return { refused: 'image-store-unavailable' };
    }
  }

  return {
    has: (name) =>
      ask('has', async () => {
        const found = await absentAsUndefined(client.send(new HeadObjectCommand(at(name))));
        return found !== undefined;
      }),
    put: (name, bytes, type) =>
      ask('put', async () => {
        await client.send(new PutObjectCommand({ ...at(name), Body: bytes, ContentType: type }));
        return undefined;
      }),
    get: (name) =>
      ask('get', async () => {
        const found = await absentAsUndefined(client.send(new GetObjectCommand(at(name))));
        return found && { bytes: found.Body as Readable, size: found.ContentLength ?? 0 };
      }),
    remove: (name) =>
      ask('remove', async () => {
        await client.send(new DeleteObjectCommand(at(name)));
        return undefined;
      }),
    async check() {
      try {
        await absentAsUndefined(client.send(new GetObjectCommand(at('no-such-picture'))));
        return undefined;
      } catch (error) {
        return explain(error, place);
      }
    },
    close: () => client.destroy(),
  };
}

function clientConfig(place: S3Settings, timeoutMs: number): S3ClientConfig {
  return {
    endpoint: place.endpoint,
    region: place.region,
    credentials: { accessKeyId: place.key, secretAccessKey: place.secret },
    forcePathStyle: true,
    maxAttempts: 2,
    // the library's own check sums, on by default, are refused by many stores that are not Amazon's
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000, // milliseconds
      requestTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  };
}

/** A missing file is an answer; a missing bucket is not. */
async function absentAsUndefined<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NotFound' || name === 'NoSuchKey') return undefined;
    throw error;
  }
}

/** Sources: Amazon S3's list of error codes, and Node's codes of failed connections. */
function explain(error: unknown, { endpoint, bucket, region }: S3Settings): S3Problem {
  const { name, message, $metadata, code } = error as S3ServiceException & NodeJS.ErrnoException;
  const status = $metadata?.httpStatusCode;
  const certain = (sentence: string): S3Problem => ({ sentence, mayPass: false });
  if (code === 'EPROTO') return certain(`${endpoint} does not speak https; tls=off says so`);
  if (name === 'NoSuchBucket') return certain(`there is no bucket ${bucket} at ${endpoint}`);
  if (name === 'InvalidAccessKeyId' || name === 'SignatureDoesNotMatch') {
    return certain(`${endpoint} does not accept this key and secret (${name})`);
  }
  if (name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed' || status === 301) {
    return certain(`the bucket ${bucket} is not in the region ${region}; region=… names it`);
  }
  if (status === 403) return certain(`${endpoint} does not let this key use the bucket ${bucket} (${name})`);
  if (status && status >= 400 && status < 500 && status !== 408 && status !== 429) {
    return certain(`${endpoint} refused to show the bucket ${bucket} (${name}: ${message})`);
  }
  return { sentence: `${endpoint} cannot be reached (${code ?? name})`, mayPass: true };
}
