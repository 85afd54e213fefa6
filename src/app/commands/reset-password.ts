/** `reset-password EMAIL`: prints a link to set a new password, for whom no mail can reach. */
import { readConfig, withRecordedAddress } from '#app/config.ts';
import { makeAccounts } from '#people/identity/accounts.ts';
import { type Command, CommandRefusal, findShop, readEmail, requireFolder, withShop } from './command.ts';

export const resetPasswordCommand: Command = {
  parameters: ['EMAIL'],
  help: 'prints a link to set a new password, as a mail would have it; the old one stays until then',
  async run([given], context) {
    const email = readEmail(given);
    const dataPaths = findShop(context);
    requireFolder(dataPaths);
    const environment = withRecordedAddress(context.environment);
    const { publicUrl, authSecret: secret, origins: trustedOrigins } = readConfig(environment);
    let link: string | undefined;
    await withShop(dataPaths, 'maybe', async (db) => {
      const enqueue = async (_: unknown, job: { address: string }) => {
        link = job.address; // instead of a mail
      };
      const accounts = makeAccounts(db, { publicUrl, secret, trustedOrigins, enqueue });
      // an address that nobody can have is answered, too
      await accounts.api.requestPasswordReset({ body: { email }, asResponse: true }).finally(accounts.close);
    });
    if (!link) throw new CommandRefusal(`Nobody has signed up as ${email}.`);
    return `For an hour, whoever opens this link can set the password of ${email}:\n${link}`;
  },
};
