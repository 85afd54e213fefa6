/** Makes an account with a confirmed e-mail address, for the demo. */
import type { Accounts } from '#identity/accounts.ts';

export async function makeVerifiedAccount(
  accounts: Accounts,
  { email, name, password, at }: { email: string; name: string; password: string; at: Date },
): Promise<void> {
  const { adapter, internalAdapter, password: passwords } = await accounts.$context;
  // not `createUser`, whose validation of people who come from a provider needs a request
  const { id } = await adapter.create<Record<string, unknown>, { id: string }>({
    model: 'user',
    data: { email, name, emailVerified: true, createdAt: at, updatedAt: at },
  });
  await internalAdapter.linkAccount({
    userId: id,
    accountId: id,
    providerId: 'credential',
    password: await passwords.hash(password),
  });
}
