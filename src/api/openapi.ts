/** The description of the API, made from the contract that validates it. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Call } from '#contract/call.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's declaration of this route. */
    call?: Call;
  }
}

/** Collects the routes that are added after it. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'COMPACT', description: 'An online shop for computer parts.', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const call = route.config?.call;
      if (!call) return { schema: { ...schema, hide: true }, url };
      const described = { ...schema, ...(call.who === 'anyone' ? {} : { security: [{ bearer: [] }] }) };
      return jsonSchemaTransform({ schema: described, url, route, ...rest });
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
