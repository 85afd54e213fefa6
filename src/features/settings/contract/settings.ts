/** The endpoints of the shop's settings, and the schema of their form. */
import { z } from 'zod';
import { inOneLine, optionalText, requiredText } from '#kernel/fields.ts';
import { emailSchema } from '#kernel/person-fields.ts';
import { wording } from '#kernel/wording.ts';
import { defineEndpoint } from '#platform/contract/endpoint.ts';
import {
  alertModes,
  claimModes,
  defaultSettings,
  findBadLine,
  type SettingName,
  searchLine,
  socialLine,
  splitLines,
  textModes,
} from '#settings/rules/settings.ts';

const oneLine = (max: number, missing: string) => inOneLine(requiredText(max, missing));

const optionalLine = (max: number) => inOneLine(optionalText(max));

/** `what`: the lines; `one`: what each is. */
const lines = (
  text: z.ZodString,
  form: RegExp,
  { max, what, one }: { max: number; what: string; one: string },
) =>
  text
    .refine((each) => splitLines(each).length <= max, `At most ${max} ${what} are possible`)
    .refine((each) => findBadLine(each, form) === undefined, {
      error: ({ input }) => `Line ${findBadLine(String(input), form)} is not ${one}`,
    });

const socialLinks = lines(optionalText(1000), socialLine, {
  max: 6,
  what: 'links',
  one: 'a name and an address that begins with https://',
});

const searchWords = lines(optionalText(4000), searchLine, {
  max: 100,
  what: 'lines',
  one: 'a word, “=” and what it means, as in “graka = graphics card”',
});

/** A path of this shop, or an address elsewhere. */
const linkAddress = optionalText(300).refine(
  (text) => text === '' || /^(https:\/\/[^\s"<>]+|\/(?!\/)[^\s"<>\\]*)$/.test(text),
  'A link begins with / (a page of this shop) or with https://',
);

/** The name of one of the shop's own images, or the address of an uploaded one. */
const portfolioImage = requiredText(500, 'A picture is needed').regex(
  /^([a-z0-9-]+|\/images\/[^\s"<>\\]+|\/pictures\/[^\s"<>\\]+)$/,
  'This is not a picture of this shop. Please upload it.',
);

const priceFactorMessage = 'A number from 1.1 to 100 is needed here';

const optionalEmail = optionalText(254)
  .toLowerCase()
  .refine((email) => email === '' || emailSchema.safeParse(email).success, wording.messages.invalidEmail);

const alertMode: z.ZodType<string, string> = z.enum(alertModes, 'Choose “at once”, “daily” or “off”');

const claimMode: z.ZodType<string, string> = z.enum(
  claimModes,
  'Choose “unconfirmed”, “confirmed” or “hidden”',
);
const textMode: z.ZodType<string, string> = z.enum(textModes, 'Choose “unconfirmed” or “confirmed”');

/** A text, as all settings are. */
const priceFactor = requiredText(5, priceFactorMessage)
  .transform((text) => text.replace(',', '.'))
  .refine(
    (text) => /^\d{1,3}(?:\.\d)?$/.test(text) && Number(text) >= 1.1 && Number(text) <= 100,
    priceFactorMessage,
  );

/** Optional texts may be empty. */
export const settingFields = {
  name: oneLine(40, 'The shop needs a name'),
  email: emailSchema,
  postalAddress: optionalText(300),
  companyName: optionalLine(100),
  registration: optionalLine(200),
  taxId: optionalLine(50),
  invoicePrefix: optionalLine(20),
  maxPriceFactor: priceFactor,
  searchWords,
  social: socialLinks,
  tagline: optionalLine(120),
  counters: claimMode,
  ceo: claimMode,
  banner: claimMode,
  questions: claimMode,
  opening: textMode,
  companyPages: textMode,
  alertEmail: optionalEmail.describe('empty: all administrators with a confirmed address'),
  alertOrders: alertMode,
  alertDisputes: alertMode,
  alertRefunds: alertMode,
  alertStock: alertMode,
  portfolioName: oneLine(60, 'A name is needed here'),
  portfolioRole: optionalLine(100),
  portfolioEmail: emailSchema,
  portfolioImage,
  portfolioBiography: optionalText(4000),
  project1Title: optionalLine(100),
  project1Description: optionalText(300),
  project1Address: linkAddress,
  project2Title: optionalLine(100),
  project2Description: optionalText(300),
  project2Address: linkAddress,
  project3Title: optionalLine(100),
  project3Description: optionalText(300),
  project3Address: linkAddress,
} satisfies Record<SettingName, z.ZodType<string, string>>;

const versionSchema = z
  .int()
  .min(0)
  .describe('the number of the last change of any setting; 0: none was changed');

export const settingsSchema = z.object({
  version: versionSchema,
  values: z.object(mapFields(() => z.string())),
  hasSandbox: z.boolean().describe('whether it takes test cards: such a shop can begin for real'),
  emptySearches: z.array(z.object({ text: z.string(), count: z.int() })), // at least three times in 90 days
});

export const readSettingsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'The settings of the shop, and the version to send with a change',
  access: 'administrator',
  response: settingsSchema,
});

export const saveSettingsEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/settings',
  summary:
    'Changes the settings that are sent. `version` is the one that was seen: a setting that somebody else has changed since then is not overwritten',
  access: 'administrator',
  body: z.strictObject({ version: versionSchema, ...mapFields((field) => field.optional()) }),
  response: settingsSchema,
  refusals: ['changed-meanwhile', 'invalid-input'],
  example: { body: { version: 1_000_000, ...defaultSettings } },
});

function mapFields<Mapped extends z.ZodType>(map: (field: z.ZodType<string, string>) => Mapped) {
  return Object.fromEntries(
    Object.entries(settingFields).map(([name, field]) => [name, map(field)]),
  ) as Record<SettingName, Mapped>;
}
