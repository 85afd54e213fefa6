/** The endpoints of Meet Our CEO. */
import { z } from 'zod';
import { wholeNumber } from '#kernel/fields.ts';
import { emailSchema } from '#kernel/person-fields.ts';
import { defineEndpoint, type EndpointForm, fillIn } from '#platform/contract/endpoint.ts';

/** In one answer. */
export const maxListedLetters = 100_000;

export const writeToCeoEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/ceo',
  summary: 'Leaves an e-mail address for our CEO, who writes back; the same one counts once',
  access: 'anyone',
  body: z.object({ email: emailSchema }),
  response: z.object({ thanks: z.string() }),
  otherStatuses: [429], // rate limit
  example: { body: { email: fillIn('new-email') } },
});

/** The home page shows the message that the fragment names. */
export const writeToCeoForm: EndpointForm<typeof writeToCeoEndpoint> = {
  path: '/ceo',
  redirect: ({ refusal }) => (refusal ? '/#ceo-wrong' : '/#ceo-thanks'),
};

export const listLettersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/ceo',
  summary: 'The e-mail addresses that were left for our CEO, the newest first',
  access: 'administrator',
  query: z.object({ limit: wholeNumber(1, maxListedLetters, 'A number is needed here').default(100) }),
  response: z.object({
    total: z.int().describe('of all, also of those that are not listed'),
    letters: z.array(z.object({ email: z.string(), writtenAt: z.iso.datetime() })),
  }),
  example: { query: { limit: '5' } },
});
