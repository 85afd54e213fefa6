/** Endpoints for people: accounts (handled by the identity library), roles and profiles. */
import { z } from 'zod';
import { uploadedAddress } from '#images/contract/images.ts';
import { sortedCursor } from '#kernel/cursors.ts';
import { optionalField, searchText } from '#kernel/fields.ts';
import { personSorts, roles } from '#kernel/people.ts';
import { emailSchema } from '#kernel/person-fields.ts';
import { wording } from '#kernel/wording.ts';
import { profileFormSchema, signInSchema, signUpSchema } from '#people/contract/account-forms.ts';
import { defineEndpoint, fillIn, makeExamplePage, makePageQuery } from '#platform/contract/endpoint.ts';
import { dayFilters, exampleDays } from '#platform/contract/list-filters.ts';
import { emailParams, userSchema } from '#platform/contract/session.ts';

export const signUpEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/sign-up/email',
  summary: 'Creates an account and a session (an HttpOnly cookie)',
  access: 'anyone',
  body: signUpSchema,
  response: z.object({ user: userSchema }),
  refusals: ['log-ins-busy', 'too-many-mails'],
  otherStatuses: [403, 422, 429], // other origin, address taken, rate limit
  example: { body: { name: 'Pat', email: fillIn('new-email'), password: 'a good password' } },
});

export const signInEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/sign-in/email',
  summary: 'Starts a session (an HttpOnly cookie)',
  access: 'anyone',
  body: signInSchema,
  response: z.object({ user: userSchema }),
  refusals: ['log-ins-busy', 'demo-account-elsewhere'],
  otherStatuses: [401, 403, 429], // wrong credentials, other origin, rate limit
  example: { body: { email: fillIn('owner-email'), password: fillIn('owner-password') } },
});

export const signOutEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/identity/sign-out',
  summary: 'Ends the session of the cookie; its access tokens stop counting at once',
  access: 'anyone',
  response: z.object({ success: z.boolean() }),
  otherStatuses: [403], // other origin
});

export const personSchema = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  img: z.string(),
  role: z.enum(roles),
  confirmed: z.boolean().describe('whether the e-mail address is'),
  joinedAt: z.iso.datetime(),
});
export type ListedPerson = z.infer<typeof personSchema>;

export const listPeopleEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'Everybody who has an account, the newest first',
  access: 'administrator',
  query: makePageQuery(sortedCursor).extend({
    q: searchText.optional(),
    sort: z.enum(personSorts).default('newest'),
    ...dayFilters,
    status: z.enum(roles).optional().describe('only those of this role'),
  }),
  isPaged: true,
  response: z.array(personSchema),
  example: {
    query: { ...makeExamplePage(), ...{ q: 'pat', sort: 'oldest', status: 'customer', ...exampleDays } },
  },
});

export const createAdminEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/user/admin/:email',
  summary: 'Makes somebody whose e-mail address is confirmed an administrator',
  access: 'administrator',
  params: emailParams,
  response: z.object({ modifiedCount: z.int() }),
  refusals: ['not-allowed', 'person-not-found', 'address-not-confirmed'],
  example: { params: { email: fillIn('customer') } },
});

export const dismissAdminEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/admin/:email',
  summary: 'Takes the role of an administrator away, but never from the last one',
  access: 'administrator',
  params: emailParams,
  response: z.object({ modifiedCount: z.int() }),
  refusals: ['not-allowed', 'person-not-found', 'last-administrator'],
  example: { params: { email: fillIn('administrator') } },
});

const { messages } = wording;

const profileSchema = z.object({
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
  example: { params: { email: fillIn('owner-email') } },
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
  example: {
    params: { email: fillIn('owner-email') },
    body: {
      name: fillIn('owner-name'),
      email: fillIn('owner-email'),
      education: 'School of life',
      location: '1 Farm Lane',
      phone: '+1 555 010 9999',
      link: fillIn('image'),
    },
  },
});
