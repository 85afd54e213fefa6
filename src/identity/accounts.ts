/** Accounts and sessions: the identity library, set up on the shop's own tables. */
import { randomUUIDv7 } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { announceCatalogueChange } from '#database/catalogue/catalogue-version.ts';
import type { Database } from '#database/connect.ts';
import type { AccountMail, Job } from '#domain/jobs.ts';
import { paths } from '#domain/paths.ts';
import { makePasswordQueue } from '#identity/password-queue.ts';
import { makePasswordThread } from '#identity/password-thread.ts';
import { type SocialProvider, socialSignIn } from '#identity/social-sign-in.ts';

export type AccountSettings = {
  publicUrl: string;
  secret: string;
  trustedOrigins: string[];
  /** Asks for a mail, which is sent later, so that no mail server can fail a sign-up. */
  enqueue: (db: Database, job: Job) => Promise<void>;
  /** How many passwords may be in the queue; a second's work unless given. */
  mostPasswords?: number | undefined;
  /** Is called with what ended the thread that hashes passwords. */
  onPasswordFailure?: (error: unknown) => void;
};

export type Accounts = ReturnType<typeof makeAccounts>;

/**
 * The library with everything the shop decides: argon2id for passwords, the shop's names for tables and columns,
 * roles that nobody can give themselves, cookies that are Secure exactly when the shop is served over https. With a
 * provider everything waits until that has told where its pages are; see social-accounts.ts.
 */
export function makeAccounts(db: Database, settings: AccountSettings, provider?: SocialProvider) {
  const { publicUrl } = settings;
  const passwordQueue = makePasswordQueue(settings.mostPasswords);
  const passwordThread = makePasswordThread(settings.onPasswordFailure);
  const mail = makeMailer(db, settings);
  const library = betterAuth({
    appName: 'COMPACT',
    baseURL: publicUrl,
    basePath: '/api/identity',
    secret: settings.secret,
    trustedOrigins: settings.trustedOrigins,
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true }, // the door reports what fails
    rateLimit: { enabled: false }, // the door limits by account and address
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 5,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        mail('password-reset', user, `${publicUrl}${paths.resetPassword}?token=${token}`),
      password: {
        hash: (password) => passwordQueue.enter(() => passwordThread.hash(password)),
        verify: ({ hash: stored, password }) =>
          passwordQueue.enter(() => passwordThread.verify(stored, password)),
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: 24 * 60 * 60, // seconds
      // pages may show what the person has written, from now on
      afterEmailVerification: () => announceCatalogueChange(db),
      // to a page of ours and not to the library, because mail programs that look at links would confirm by looking
      sendVerificationEmail: ({ user, token }) =>
        mail('verification', user, `${publicUrl}${paths.verifyEmail}?token=${token}`),
    },
    advanced: {
      cookiePrefix: 'compact',
      // said aloud, because the library leaves these checks out whenever NODE_ENV is 'test'
      disableOriginCheck: false,
      disableCSRFCheck: false,
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: () => randomUUIDv7() },
    },
    plugins: provider ? [socialSignIn(provider, publicUrl)] : [],
    onAPIError: { errorURL: publicUrl + paths.logIn },
    ...tables,
  });
  return Object.assign(library, {
    isPasswordQueueFull: passwordQueue.isFull,
    /** Ends the thread that hashes passwords. */
    close: passwordThread.close,
  });
}

/** Enqueues a mail with a link to this address. */
function makeMailer(db: Database, { enqueue }: Pick<AccountSettings, 'enqueue'>) {
  return (kind: AccountMail, { email, name }: { email: string; name: string }, address: string) =>
    enqueue(db, {
      name: 'mail-account',
      kind,
      id: `${kind}-${randomUUIDv7()}`,
      to: email,
      personName: name,
      address,
    });
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

const tables = {
  user: {
    modelName: 'people',
    fields: { ...times, emailVerified: 'email_verified' },
    additionalFields: {
      role: { type: 'string', input: false, defaultValue: 'customer', required: false },
    },
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
    storeIdentifier: 'hashed', // it has the token of a mailed link in it, which whoever reads the database is not to use
    modelName: 'verifications',
    fields: { ...times, expiresAt: 'expires_at' },
  },
} satisfies Partial<BetterAuthOptions>;
