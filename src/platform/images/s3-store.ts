/** Stores images in a bucket of an S3-compatible store. */
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { ImageStore, OnStoreFailure, Unavailable } from '#platform/images/store.ts';

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
};

const urlForm = 'must be s3://KEY:SECRET@HOST:PORT/BUCKET, with a / in the secret written as %2F';

/** `s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=REGION][&tls=off]`. Error messages leave out the secret. */
export function parseS3Url(text: string): S3Settings | string {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !url.hostname || !url.username || !url.password || url.hash) return urlForm;
  const [, bucket = '', ...rest] = url.pathname.split('/');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || rest.join('') !== '') {
    return `${urlForm}; a bucket has 3 to 63 small letters, digits, dots and hyphens, and nothing follows it`;
  }
  const { region = 'us-east-1', tls = 'on', ...others } = Object.fromEntries(url.searchParams);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `knows no option ${unknown}, only region and tls`;
  if (!/^[a-z0-9-]+$/.test(region)) return 'has a region of other than small letters, digits and hyphens';
  if (tls !== 'on' && tls !== 'off') return 'has a tls that is neither on nor off';
  try {
    return {
      endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`,
      region,
      bucket,
      key: decodeURIComponent(url.username),
      secret: decodeURIComponent(url.password),
    };
  } catch {
    return `${urlForm} and a % as %25`;
  }
}

/** `timeoutMs`: until the store begins to answer. A failed call is repeated once. */
export function openS3Store(settings: S3Settings, onFailure: OnStoreFailure, timeoutMs = 12_000): S3Store {
  const { endpoint, region, bucket, key, secret } = settings;
  const client = new AwsClient({
    ...{ accessKeyId: key, secretAccessKey: secret, service: 's3', region },
    retries: 0, // the client's own are only for answers, not for lost connections
  });

  /** Undefined where there is no such file. */
  async function send(method: string, name: string, file?: SentFile): Promise<Response | undefined> {
    return await sendOnce(method, name, file).catch((error) => {
      if (error instanceof S3Refusal && !error.isTemporary) throw error;
      return sendOnce(method, name, file);
    });
  }

  async function sendOnce(method: string, name: string, file?: SentFile): Promise<Response | undefined> {
    const abort = new AbortController();
    using _timer = setTimeout(() => abort.abort(new DOMException('No answer', 'TimeoutError')), timeoutMs);
    const response = await client.fetch(`${endpoint}/${bucket}/${name}`, {
      ...{ method, body: file?.bytes, redirect: 'manual', signal: abort.signal },
      headers: {
        'x-amz-content-sha256': hash('sha256', file?.bytes ?? ''),
        ...(file && { 'content-type': file.type }),
      },
    });
    if (response.ok) return response;
    const refusal = new S3Refusal(response.status, await response.text());
    if (refusal.isMissingFile) return undefined;
    throw refusal;
  }

  async function attempt<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer | Unavailable> {
    try {
      return await answer();
    } catch (error) {
      onFailure({ call, error: new Error(explainFailure(error, settings).sentence, { cause: error }) });
      return { refused: 'image-store-unavailable' };
    }
  }

  return {
    has: (name) => attempt('has', async () => (await send('HEAD', name)) !== undefined),
    put: (name, bytes, type) =>
      attempt('put', async () => {
        const body = bytes as Uint8Array<ArrayBuffer>; // pictures are never in shared memory
        await (await send('PUT', name, { bytes: body, type }))?.text();
        return undefined;
      }),
    get: (name) =>
      attempt('get', async () => {
        const response = await send('GET', name);
        return (
          response && {
            bytes: Readable.from(response.body ?? []),
            size: Number(response.headers.get('content-length')),
          }
        );
      }),
    remove: (name) =>
      attempt('remove', async () => {
        await (await send('DELETE', name))?.text();
        return undefined;
      }),
    async check() {
      try {
        await (await send('GET', 'no-such-picture'))?.text();
        return undefined;
      } catch (error) {
        return explainFailure(error, settings);
      }
    },
  };
}

type SentFile = { bytes: Uint8Array<ArrayBuffer>; type: string };

/** An answer that is no success, with the code of its XML. Source: Amazon S3, 'REST error responses'. */
class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, body: string) {
    super(/<Message>([^<]*)/.exec(body)?.[1] ?? 'no reason given');
    this.status = status;
    this.code = /<Code>([^<]*)/.exec(body)?.[1] ?? `status ${status}`;
  }

  /** The answer to HEAD has no body, so no code. */
  get isMissingFile(): boolean {
    return this.code === 'NoSuchKey' || this.code === 'status 404';
  }

  get isTemporary(): boolean {
    return this.status >= 500 || this.status === 408 || this.status === 429;
  }
}

/** Sources: Amazon S3's list of error codes; Node's codes of failed connections. */
function explainFailure(error: unknown, { endpoint, bucket, region }: S3Settings): S3Problem {
  const makePermanent = (sentence: string): S3Problem => ({ sentence, isTemporary: false });
  const makeTemporary = (reason: string): S3Problem => ({
    sentence: `${endpoint} cannot be reached (${reason})`,
    isTemporary: true,
  });
  if (!(error instanceof S3Refusal)) {
    const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    if (cause?.code === 'ERR_SSL_WRONG_VERSION_NUMBER')
      return makePermanent(`${endpoint} does not speak https; tls=off says so`);
    return makeTemporary(cause?.code ?? name);
  }
  const { code, status, message } = error;
  if (error.isTemporary) return makeTemporary(code);
  if (code === 'NoSuchBucket') return makePermanent(`there is no bucket ${bucket} at ${endpoint}`);
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch') {
    return makePermanent(`${endpoint} does not accept this key and secret (${code})`);
  }
  if (code === 'PermanentRedirect' || code === 'AuthorizationHeaderMalformed' || status === 301) {
    return makePermanent(`the bucket ${bucket} is not in the region ${region}; region=… names it`);
  }
  if (status === 403)
    return makePermanent(`${endpoint} does not let this key use the bucket ${bucket} (${code})`);
  return makePermanent(`${endpoint} refused to show the bucket ${bucket} (${code}: ${message})`);
}
