/** Endpoints that say whether parts of a computer fit together. */
import { z } from 'zod';
import {
  maxBudget,
  maxBuildEntries,
  maxBuildLength,
  parseBuild,
} from '#catalogue/rules/lists/build-entries.ts';
import { categorySchema } from '#catalogue/rules/parts.ts';
import { leftOutReasons } from '#fit/rules/left-out.ts';
import { uses } from '#fit/rules/recipes.ts';
import { verdicts } from '#fit/rules/verdicts.ts';
import { dollars, idField, plainText, wholeNumber } from '#kernel/fields.ts';
import * as paths from '#kernel/paths.ts';
import {
  defineEndpoint,
  type Endpoint,
  type EndpointForm,
  type FormOutcome,
  fillIn,
} from '#platform/contract/endpoint.ts';

export const verdictSchema = z.enum(verdicts);

const verdictOrNull = verdictSchema.nullable().describe('null while nothing is there to compare');

export const buildText = z
  .string()
  .max(maxBuildLength, `At most ${maxBuildEntries} parts are possible`)
  .refine((text) => {
    const { entries, budget } = parseBuild(text);
    return text.trim() === '' || entries.length > 0 || budget !== undefined;
  }, 'Ids of parts are needed here')
  .describe(
    'ids of parts, separated by commas: `ID`, `ID*2` for two, `ID.owned` for what is there already; at most 32, and a budget in whole dollars: `up-to-1200`',
  );

export const checkFitEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/fit',
  summary: 'Whether parts fit together, with a sentence for each finding; the worst verdict is the whole’s',
  access: 'anyone',
  query: z.object({
    parts: buildText,
    candidate: idField('The id of a part is needed here')
      .optional()
      .describe(
        'one more part; verdict and findings are then about it, instead of one of its kind in the build',
      ),
  }),
  response: z.object({
    verdict: verdictOrNull,
    rulesVersion: z.int(),
    parts: z.array(
      z.object({
        _id: z.uuid(),
        name: z.string(),
        category: categorySchema,
        quantity: z.int(),
        owned: z.boolean(),
        price: dollars.nullable().describe('of one, US dollars'),
        watts: z.number().nullable().describe('estimated peak of all units'),
        verdict: verdictOrNull,
      }),
    ),
    findings: z
      .array(
        z.object({
          rule: z.string(),
          verdict: verdictSchema,
          condition: z.string().nullable().describe('of only-if: what stands behind “Fits if”'),
          sentence: z.string(),
          parts: z.array(z.uuid()).describe('the parts that it is about'),
        }),
      )
      .describe('the worst first'),
    notChecked: z.array(z.string()).describe('what no rule can see of these parts'),
    summary: z
      .string()
      .nullable()
      .describe('the verdict in words, the worst finding, and what was not checked; null without a verdict'),
    page: z.string().describe('the path of the build that was checked'),
    total: dollars.describe(
      'US dollars, without what is owned; of each other part at least its minimum order',
    ),
    budget: dollars.nullable().describe('US dollars; null: none is stated'),
    watts: z.number().describe('estimated peak of all parts whose draw is known'),
    wattsUnknown: z.array(z.string()).describe('names of parts whose draw is not known'),
    leftOut: z
      .array(z.object({ part: z.string(), reason: z.enum(leftOutReasons), detail: z.string() }))
      .describe('what the question names and the answer leaves out'),
  }),
  example: { query: { parts: `${fillIn('part')}*2`, candidate: fillIn('part') } },
});

/** Of a purchase. */
export const purchaseFitSchema = z.object({
  verdict: z.enum([...verdicts, 'not-checked']),
  rulesVersion: z.int().nullable().describe('of the rules of fit; null: not checked'),
  findings: z
    .array(z.object({ verdict: verdictSchema, condition: z.string().optional(), sentence: z.string() }))
    .describe('the worst first'),
  neverChecked: z.array(z.string()).describe('what no rule can see of these parts'),
});

export const listReadyBuildsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/ready-builds',
  summary: 'Complete computers of what can be bought now, whose parts fit together',
  access: 'anyone',
  query: z.object({
    use: z.enum(uses).optional(),
    budget: wholeNumber(1, maxBudget, 'A whole number of dollars is needed here')
      .optional()
      .describe('of each use only the dearest that costs no more'),
  }),
  response: z.array(
    z.object({
      id: z.string(),
      use: z.enum(uses),
      name: z.string(),
      description: z.string(),
      limit: dollars.describe('US dollars: what it may cost when it is composed anew'),
      total: dollars.describe('US dollars'),
      watts: z.number().describe('estimated peak of all parts'),
      parts: z.array(z.object({ _id: z.uuid(), name: z.string(), category: categorySchema, price: dollars })),
      page: z.string().describe('the path of its page'),
      cheaper: z.string().nullable().describe('the id of the next cheaper one of its use'),
      dearer: z.string().nullable().describe('the id of the next dearer one of its use'),
    }),
  ),
  example: { query: { use: 'gaming', budget: 1200 } },
});

export const saveBuildEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/builds',
  summary: 'Saves a build under a short address, read-only, for a year',
  access: 'anyone',
  body: z.strictObject({ parts: buildText }),
  status: 201,
  response: z.object({ id: z.string(), page: z.string().describe('the path of its page') }),
  refusals: ['too-many-builds'],
  example: { body: { parts: fillIn('part') } },
});

export const maxBuildFormBytes = 8192;

export const saveBuildForm: EndpointForm<typeof saveBuildEndpoint> = {
  path: paths.build,
  button: { name: 'action', value: 'save' },
  maxBytes: maxBuildFormBytes,
  redirect: ({ answer }) => answer?.page,
};

const buildName = plainText(60, 'The name is required');

export const maxBuildNameLength = 60;

const keptBuildParams = z.object({ id: z.string().regex(/^[0-9a-z]{10}$/, 'This is not an id') });

export const keptBuildSchema = z.object({ id: z.string(), page: z.string().describe('its path') });

export const keepBuildEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/my_builds',
  summary: 'Keeps a build under a name; one that has the name already gives it up',
  access: 'signed-in',
  body: z.strictObject({ name: buildName, parts: buildText }),
  status: 201,
  response: keptBuildSchema,
  refusals: ['too-many-kept-builds'],
  example: { body: { name: 'For games', parts: fillIn('part') } },
});

export const keepBuildForm: EndpointForm<typeof keepBuildEndpoint> = {
  path: paths.builds,
  button: { name: 'action', value: 'keep' },
  maxBytes: maxBuildFormBytes,
  redirect: showKeptBuilds,
};

export const renameBuildEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/my_builds/:id',
  summary: 'Gives a build that you keep another name',
  access: 'owner',
  params: keptBuildParams,
  body: z.strictObject({ name: buildName }),
  response: keptBuildSchema,
  refusals: ['build-not-found', 'build-name-taken'],
  example: { params: { id: fillIn('build') }, body: { name: 'For work' } },
});

export const renameBuildForm: EndpointForm<typeof renameBuildEndpoint> = {
  path: paths.builds,
  button: { name: 'action', value: 'rename' },
  redirect: showKeptBuilds,
};

export const deleteBuildEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/my_builds/:id',
  summary: 'Deletes a build that you keep',
  access: 'owner',
  params: keptBuildParams,
  response: keptBuildSchema,
  refusals: ['build-not-found'],
  example: { params: { id: fillIn('build') } },
});

export const deleteBuildForm: EndpointForm<typeof deleteBuildEndpoint> = {
  path: paths.builds,
  button: { name: 'action', value: 'delete' },
  redirect: showKeptBuilds,
};

/** What the person can mend is explained beside the builds. */
function showKeptBuilds({ refusal }: FormOutcome<Endpoint>): string | undefined {
  if (refusal?.refused === 'build-not-found') return undefined;
  return refusal ? `${paths.builds}?note=${refusal.refused}` : paths.builds;
}
