/** The S3 server of the tests, as the store of images of a cluster on one computer: `image-store.js PORT FOLDER`. */

import S3rver from '@20minutes/s3rver';

const [port, directory] = process.argv.slice(2);
await new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: 'compact' }],
}).run();
