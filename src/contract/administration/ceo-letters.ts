/** The endpoint of Meet Our CEO. */
import { z } from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { emailSchema } from '#domain/people/people.ts';

export const writeToCeoEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/ceo',
  summary: 'Leaves an e-mail address for our CEO, who writes back; the same one counts once',
  access: 'anyone',
  body: z.object({ email: emailSchema }),
  response: z.object({ thanks: z.string() }),
  otherStatuses: [429], // rate limit
});
