/** Stores images in a bucket of an S3-compatible store. */
import type { Readable } from 'node:stream';
import type { S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import type { ImageStore, OnStoreFailure, Unavailable } from '#images/store.ts';

export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  key: string;
  secret: string;
};

export type S3Problem = { sentence: string; isTemporary: boolean };

export type S3Store = ImageStore & {
  /** Requests a missing file, which fails differently without access; undefined when all is well. */
  check(): Promise<S3Problem | undefined>;
  close(): void;
};

/** Imported here: a shop with a disk store does not load the SDK. A failed call is retried once. */
export async function openS3Store(
  settings: S3Settings,
  onFailure: OnStoreFailure,
  timeoutMs = 12_000,
): Promise<S3Store> {
  const { S3Client, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } =
    await import('@aws-sdk/client-s3');
  const client = new S3Client(makeClientConfig(settings, timeoutMs));
  const locate = (name: string) => ({ Bucket: settings.bucket, Key: name });

  async function attempt<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer | Unavailable> {
    try {
      return await answer();
    } catch (error) {
      onFailure({ call, error: new Error(explainFailure(error, settings).sentence, { cause: error }) });
      return { refused: 'image-store-unavailable' };
    }
  }

  return {
    has: (name) =>
      attempt('has', async () => {
        const head = await undefinedIfMissing(client.send(new HeadObjectCommand(locate(name))));
        return head !== undefined;
      }),
    put: (name, bytes, type) =>
      attempt('put', async () => {
        await client.send(new PutObjectCommand({ ...locate(name), Body: bytes, ContentType: type }));
        return undefined;
      }),
    get: (name) =>
      attempt('get', async () => {
        const object = await undefinedIfMissing(client.send(new GetObjectCommand(locate(name))));
        return object && { bytes: object.Body as Readable, size: object.ContentLength ?? 0 };
      }),
    remove: (name) =>
      attempt('remove', async () => {
        await client.send(new DeleteObjectCommand(locate(name)));
        return undefined;
      }),
    async check() {
      try {
        await undefinedIfMissing(client.send(new GetObjectCommand(locate('no-such-picture'))));
        return undefined;
      } catch (error) {
        return explainFailure(error, settings);
      }
    },
    close: () => client.destroy(),
  };
}

function makeClientConfig(settings: S3Settings, timeoutMs: number): S3ClientConfig {
  return {
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.key, secretAccessKey: settings.secret },
    forcePathStyle: true,
    maxAttempts: 2,
    // many stores other than Amazon's refuse the default checksums of the SDK
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

async function undefinedIfMissing<Result>(lookup: Promise<Result>): Promise<Result | undefined> {
  try {
    return await lookup;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NotFound' || name === 'NoSuchKey') return undefined;
    throw error;
  }
}

/** Sources: Amazon S3's list of error codes; Node's codes of failed connections. */
function explainFailure(error: unknown, { endpoint, bucket, region }: S3Settings): S3Problem {
  const { name, message, $metadata, code } = error as S3ServiceException & NodeJS.ErrnoException;
  const status = $metadata?.httpStatusCode;
  const makePermanent = (sentence: string): S3Problem => ({ sentence, isTemporary: false });
  if (code === 'EPROTO') return makePermanent(`${endpoint} does not speak https; tls=off says so`);
  if (name === 'NoSuchBucket') return makePermanent(`there is no bucket ${bucket} at ${endpoint}`);
  if (name === 'InvalidAccessKeyId' || name === 'SignatureDoesNotMatch') {
    return makePermanent(`${endpoint} does not accept this key and secret (${name})`);
  }
  if (name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed' || status === 301) {
    return makePermanent(`the bucket ${bucket} is not in the region ${region}; region=… names it`);
  }
  if (status === 403)
    return makePermanent(`${endpoint} does not let this key use the bucket ${bucket} (${name})`);
  if (status && status >= 400 && status < 500 && status !== 408 && status !== 429) {
    return makePermanent(`${endpoint} refused to show the bucket ${bucket} (${name}: ${message})`);
  }
  return { sentence: `${endpoint} cannot be reached (${code ?? name})`, isTemporary: true };
}
