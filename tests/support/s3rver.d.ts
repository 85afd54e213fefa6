/** As much of the S3 server's types as the tests use; it brings none itself. */
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    readonly httpServer: Server;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
