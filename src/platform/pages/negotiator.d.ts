/** Types of negotiator as far as used; the package has none, and `@types/negotiator` lacks `preferred`. */
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
