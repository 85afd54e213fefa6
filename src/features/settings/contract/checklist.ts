/** The endpoints of the checklist of a public shop: what of it is done, and its probes. */
import { z } from 'zod';
import { defineEndpoint } from '#platform/contract/endpoint.ts';
import { checkStates, claimNames } from '#settings/rules/checklist.ts';

export const checklistSchema = z.array(
  z.object({
    name: z.string(),
    state: z.enum(checkStates),
    sentence: z.string().describe('what is so, and what mends it'),
    page: z.string().nullable().describe('the path of the page where it is mended'),
    claim: z
      .object({
        setting: z.enum(claimNames),
        canHide: z.boolean(),
        texts: z.array(z.object({ label: z.string(), path: z.string() })),
      })
      .nullable()
      .describe(
        'of what nobody has confirmed: the setting that confirms or hides it, and where its words are written',
      ),
    checkedAt: z.iso.datetime().nullable().describe('when it was tried; null: what needs no trying'),
  }),
);
export type CheckedItem = z.infer<typeof checklistSchema>[number];

export const readChecklistEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/checklist',
  summary: 'What a public shop needs, and what of it is done; what must be tried is as it was found last',
  access: 'administrator',
  response: checklistSchema,
});

export const runChecklistEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/checklist',
  summary:
    'Tries what must be tried: asks the public address and the card provider, sends a mail, writes and reads a picture. Answers the checklist',
  access: 'administrator',
  response: checklistSchema,
});
