/** Parses S3_URL: address, credentials and options of a bucket. */
import type { S3Settings } from '#images/s3-store.ts';

const form = 'must be s3://KEY:SECRET@HOST:PORT/BUCKET, with a / in the secret written as %2F';

/** `s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=REGION][&tls=off]`. Error messages leave out the secret. */
export function parseS3Url(text: string): S3Settings | string {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !url.hostname || !url.username || !url.password || url.hash) return form;
  const [, bucket = '', ...rest] = url.pathname.split('/');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || rest.join('') !== '') {
    return `${form}; a bucket has 3 to 63 small letters, digits, dots and hyphens, and nothing follows it`;
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
    return `${form} and a % as %25`;
  }
}
