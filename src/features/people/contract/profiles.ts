/** Endpoints of My Profile. */
import { z } from 'zod';
import { uploadedAddress } from '#images/contract/images.ts';
import { optionalField, phone, plainText, requiredText } from '#kernel/fields.ts';
import { emailSchema, nameSchema } from '#kernel/people.ts';
import { wording } from '#kernel/wording.ts';
import { defineEndpoint, type Example } from '#platform/contract/endpoint.ts';
import { emailParams } from '#platform/contract/session.ts';

const { messages } = wording;

export const profileSchema = z.object({
  name: z.string(),
  email: z.string(),
  education: z.string().nullable(),
  location: z.string().nullable(),
  phone: z.string().nullable(),
  link: z.string().nullable().describe('the picture that the person has uploaded'),
});
export type Profile = z.infer<typeof profileSchema>;

export const readProfileEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/user_info/:email',
  summary: 'What a person has told about themselves; nothing yet is null',
  access: 'person-or-administrator',
  params: emailParams,
  response: profileSchema,
  refusals: ['person-not-found'],
});

export const readProfileExample: Example<typeof readProfileEndpoint> = (given) => ({
  params: { email: given.owner.email },
});

export const profileFormSchema = z.object({
  name: optionalField(nameSchema),
  education: requiredText(200, messages.education),
  location: plainText(500, messages.location),
  phone: optionalField(phone(messages.phone)),
});

export const saveProfileEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/user_info/:email',
  summary: 'Keeps what a person tells about themselves; the name and the picture become the account’s',
  access: 'person',
  params: emailParams,
  body: profileFormSchema.extend({
    email: optionalField(emailSchema).describe('if sent, it must be the e-mail in the path'),
    link: uploadedAddress(messages.link),
  }),
  response: profileSchema.extend({ modifiedCount: z.int() }),
});

export const saveProfileExample: Example<typeof saveProfileEndpoint> = async (given) => ({
  params: { email: given.owner.email },
  body: {
    name: given.owner.name,
    email: given.owner.email,
    education: 'School of life',
    location: '1 Farm Lane',
    phone: '+1 555 010 9999',
    link: await given.a('image'),
  },
});
