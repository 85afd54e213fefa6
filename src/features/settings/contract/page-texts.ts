/** The endpoints of what administrators write for pages. */
import { z } from 'zod';
import { requiredText, wholeNumber } from '#kernel/fields.ts';
import { defineEndpoint } from '#platform/contract/endpoint.ts';
import type { ProseNode } from '#settings/rules/prose.ts';

export const maxPageTextLength = 30_000;

/** Texts, and elements with `tag`, `inside` and, of links, `to`: a tree, which OpenAPI has no short words for. */
const prose = z.array(z.unknown()) as unknown as z.ZodType<ProseNode[]>;

export const listedPageTextSchema = z.object({
  page: z.string(),
  label: z.string(),
  path: z.string().describe('of the page that shows it'),
  savedAt: z.iso.datetime().nullable().describe('null: it has the wording that it came with'),
});

export const pageTextSchema = listedPageTextSchema.extend({
  hint: z.string(),
  version: z.int().min(0).describe('of the present text; 0: nobody has written any'),
  text: z.string().describe('Markdown: of the version that was asked for, else the present one'),
  content: z
    .object({
      title: z.string(),
      opening: prose,
      sections: z.array(z.object({ heading: z.string(), body: prose })),
    })
    .describe('what visitors read of it'),
  versions: z
    .array(z.object({ version: z.int(), savedAt: z.iso.datetime(), isComing: z.boolean() }))
    .describe('the newest first; `isComing`: the wording that the page came with, again'),
});

export const pageTextField = requiredText(maxPageTextLength, 'A text is required');

const params = z.object({ page: z.string().max(40, 'There is no such page') });

export const listPageTextsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/page-texts',
  summary: 'The pages and sections that administrators write',
  access: 'administrator',
  response: z.array(listedPageTextSchema),
});

export const readPageTextEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/page-texts/:page',
  summary: 'What a page says, and its versions; version 0 is the wording that it came with',
  access: 'administrator',
  params,
  query: z.object({ version: wholeNumber(0, 1_000_000, 'A number is needed here').optional() }),
  response: pageTextSchema,
  refusals: ['invalid-input'],
  example: { params: { page: 'terms' }, query: { version: 0 } },
});

export const savePageTextEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/page-texts/:page',
  summary:
    'Writes what a page says, in Markdown without HTML; earlier versions stay. `version` is the one that was seen. A preview writes nothing',
  access: 'administrator',
  params,
  body: z.strictObject({
    version: z.int('A version is required').min(0).max(1_000_000),
    text: pageTextField,
    isPreview: z.boolean('Yes or no is needed here').default(false),
  }),
  response: pageTextSchema,
  refusals: ['changed-meanwhile', 'invalid-input', 'work-busy', 'work-too-costly'],
  example: {
    params: { page: 'terms' },
    body: { version: 1_000_000, text: '# Terms\n\nThese are *our* terms.', isPreview: false },
  },
});
