/** `make-admin EMAIL`: makes a person who has signed up an administrator. */
import { isRefused } from '#kernel/refusals.ts';
import { makeAdmin } from '#people/use-cases/change-role.ts';
import { type Command, CommandRefusal, findShop, readEmail, withShop } from './command.ts';

export const makeAdminCommand: Command = {
  parameters: ['EMAIL'],
  help: 'makes somebody who has signed up an administrator',
  async run([given], context) {
    const email = readEmail(given);
    const made = await withShop(findShop(context), 'maybe', (db) =>
      makeAdmin({ db }, { email, adminId: null, at: new Date() }),
    );
    if (isRefused(made)) {
      throw new CommandRefusal(`Nobody has signed up as ${email}; sign up first, then run this again.`);
    }
    return made.changed ? `${email} is an administrator now.` : `${email} is an administrator already.`;
  },
};
