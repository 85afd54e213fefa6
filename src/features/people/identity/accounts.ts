/** Accounts and sessions: the identity library, configured for the shop's tables. */
import { randomUUIDv7 } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import * as paths from '#kernel/paths.ts';
import {
  deletePasswordLinks,
  deleteSessions,
  deleteUnconfirmedLinks,
  markLink,
  passwordProviderId,
} from '#people/database/linked-log-ins.ts';
import { makePasswordQueue, type PasswordQueueSettings } from '#people/identity/password-queue.ts';
import { makePasswordThread, type PasswordThread } from '#people/identity/password-thread.ts';
import { refuseUnconfirmedLink, type SocialProvider, socialSignIn } from '#people/identity/social-sign-in.ts';
import type { AccountMail, AccountMailJob } from '#people/rules/account-mails.ts';
import { announceContentChange } from '#platform/database/announce-changes.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Enqueue } from '#platform/jobs/dependencies.ts';

export type AccountSettings = {
  publicUrl: string;
  secret: string;
  trustedOrigins: string[];
  enqueue: Enqueue<AccountMailJob>;
  passwordQueue?: PasswordQueueSettings | undefined;
  onPasswordFailure?: (error: unknown) => void;
  /** One that several shops of a process share; by default each has its own. */
  passwordThread?: PasswordThread | undefined;
};

export type Accounts = ReturnType<typeof makeAccounts>;

/** With a provider every call waits for its discovery; see social-accounts.ts. */
export function makeAccounts(db: Database, settings: AccountSettings, provider?: SocialProvider) {
  const { publicUrl } = settings;
  const passwordThread = settings.passwordThread ?? makePasswordThread(settings.onPasswordFailure);
  const mail = makeMailer(db, settings);
  const library = betterAuth({
    appName: 'COMPACT',
    baseURL: publicUrl,
    basePath: '/api/identity',
    secret: settings.secret,
    trustedOrigins: settings.trustedOrigins,
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true }, // the server logs failures
    rateLimit: { enabled: false }, // the server limits by account and address
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 5,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        mail('password-reset', user, `${publicUrl}${paths.resetPassword}?token=${token}`),
      onPasswordReset: ({ user }) => removeDoubtfulAccess(db, user.id),
      password: {
        hash: passwordThread.hash,
        verify: ({ hash: stored, password }) => passwordThread.verify(stored, password),
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: 24 * 60 * 60, // seconds
      afterEmailVerification: () => announceContentChange(db),
      // a link to a page, not to the library, because mail programs that preview links would confirm
      sendVerificationEmail: ({ user, token }) =>
        mail('verification', user, `${publicUrl}${paths.verifyEmail}?token=${token}`),
    },
    databaseHooks: {
      account: {
        update: {
          after: async ({ userId, providerId }) => {
            if (providerId === passwordProviderId) await deletePasswordLinks(db, userId);
          },
        },
      },
    },
    advanced: {
      cookiePrefix: 'compact',
      // explicit, because the library disables these checks when NODE_ENV is 'test'
      disableOriginCheck: false,
      disableCSRFCheck: false,
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: () => randomUUIDv7() },
    },
    ...(provider ? addProvider(db, provider, mail, publicUrl) : {}),
    onAPIError: { errorURL: publicUrl + paths.logIn },
    ...tables,
  });
  return Object.assign(library, {
    passwordQueue: makePasswordQueue(settings.passwordQueue),
    close: passwordThread.close,
  });
}

function addProvider(
  db: Database,
  provider: SocialProvider,
  mail: ReturnType<typeof makeMailer>,
  publicUrl: string,
) {
  /** Those who have not confirmed their address get a mail to confirm it instead. */
  const recordNewLink = async ({ id, userId }: { id: string; userId: string }) => {
    const person = await markLink(db, { id, personId: userId });
    if (person.emailVerified) await mail('log-in-linked', person, publicUrl + paths.myProfile, provider.name);
  };
  return {
    plugins: [socialSignIn(db, provider, publicUrl)],
    databaseHooks: { account: { create: { after: recordNewLink } } },
  } satisfies Partial<BetterAuthOptions>;
}

function makeMailer(db: Database, { enqueue }: Pick<AccountSettings, 'enqueue'>) {
  return (
    kind: AccountMail,
    { email, name, emailVerified }: { email: string; name: string; emailVerified: boolean },
    address: string,
    provider?: string,
  ) =>
    enqueue(db, {
      name: 'mail-account',
      kind,
      id: `${kind}-${randomUUIDv7()}`,
      to: email,
      // a stranger's words do not reach a mailbox that may be somebody else's
      personName: emailVerified ? name : 'customer',
      address,
      provider,
    });
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

const tables = {
  user: {
    modelName: 'people',
    fields: { ...times, emailVerified: 'email_verified' },
    validateUserInfo: refuseUnconfirmedLink,
    additionalFields: { role: { type: 'string', input: false, defaultValue: 'customer', required: false } },
  },
  session: {
    modelName: 'sessions',
    fields: {
      ...times,
      userId: 'person_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
  },
  account: {
    encryptOAuthTokens: true,
    modelName: 'credentials',
    fields: {
      ...times,
      userId: 'person_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: {
    storeIdentifier: 'hashed', // it contains the token of a mailed link
    modelName: 'verifications',
    fields: { ...times, expiresAt: 'expires_at' },
  },
} satisfies Partial<BetterAuthOptions>;

/** For whoever has read a mail to the address: what was made before it was confirmed may be somebody else's. */
async function removeDoubtfulAccess(db: Database, personId: string): Promise<void> {
  await deletePasswordLinks(db, personId);
  await deleteUnconfirmedLinks(db, personId);
  await deleteSessions(db, { personId }); // again: one of these links may have begun one meanwhile
}

/** The accounts of a demo, and those that a public shop locks. */
export async function lockAccount(db: Database, email: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const person = transaction.selectFrom('people').select('id').where('email', '=', email);
    await transaction.updateTable('people').set({ role: 'customer' }).where('email', '=', email).execute();
    await transaction.deleteFrom('sessions').where('person_id', 'in', person).execute();
    await transaction.deleteFrom('credentials').where('person_id', 'in', person).execute();
  });
}

/** Without a password nobody logs in with it. */
export async function makeVerifiedAccount(
  accounts: Accounts,
  { email, name, password, at }: { email: string; name: string; password?: string; at: Date },
): Promise<void> {
  const { adapter, internalAdapter, password: passwords } = await accounts.$context;
  // not `createUser`, whose validation of people who come from a provider needs a request
  const { id } = await adapter.create<Record<string, unknown>, { id: string }>({
    model: 'user',
    data: { email, name, emailVerified: true, createdAt: at, updatedAt: at },
  });
  if (password === undefined) return;
  await internalAdapter.linkAccount({
    userId: id,
    accountId: id,
    providerId: passwordProviderId,
    password: await passwords.hash(password),
  });
}
