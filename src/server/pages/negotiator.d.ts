/** The part of negotiator's types that the server uses; the package brings none, and those of others lack `preferred`. */
declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';
  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    encoding<Encoding extends string>(
      available: readonly Encoding[],
      options: { preferred: readonly Encoding[] },
    ): Encoding | undefined;
  }
}
