/** As much of the types of `oidc-provider` as is used; it brings none itself. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Grant {
    constructor(about: { accountId: string | undefined; clientId: unknown });
    addOIDCScope(scopes: string): void;
    save(): Promise<string>;
  }

  export type Interaction = {
    uid: string;
    prompt: { name: string; details: { missingOIDCScope?: string[] } };
    params: Record<string, unknown>;
    session?: { accountId: string };
    grantId?: string;
  };

  type Result = {
    login?: { accountId: string };
    consent?: { grantId: string };
    error?: string;
    error_description?: string;
  };

  /** What the library's hooks get of a request. */
  export type Context = { type: string; body: string; set(header: string, value: string): void };

  export const interactionPolicy: {
    Check: new (reason: string, description: string, isNeeded: (context: never) => boolean) => object;
    base(): { get(prompt: 'login'): { checks: { add(check: object): void } } };
  };

  export default class Provider {
    constructor(issuer: string, configuration: object);
    Grant: typeof Grant & { find(id: string): Promise<Grant | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    /** Answers the address to go on at. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Result,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>;
  }
}
