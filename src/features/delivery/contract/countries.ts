/** The endpoint of the countries that parts can be delivered to. */
import { z } from 'zod';
import { defineEndpoint } from '#platform/contract/endpoint.ts';

export const placeSchema = z.object({ code: z.string(), name: z.string() });

export const listCountriesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/countries',
  summary: 'All countries by name, and the one to begin with',
  access: 'anyone',
  response: z.object({ home: z.string(), countries: z.array(placeSchema) }),
});
