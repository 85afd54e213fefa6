/** Makes an account with a confirmed e-mail address, for the demo. */
import type { Accounts } from '#identity/accounts.ts';

export async function makeVerifiedAccount(
  accounts: Accounts,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<void> {
  const { internalAdapter, password: passwords } = await accounts.$context;
  const { id } = await internalAdapter.createUser(
    { email, name, emailVerified: true },
    { method: 'email-password' },
  );
  await internalAdapter.linkAccount({
    userId: id,
    accountId: id,
    providerId: 'credential',
    password: await passwords.hash(password),
  });
}
