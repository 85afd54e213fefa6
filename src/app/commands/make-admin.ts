/** `make-admin EMAIL`: makes a person who has signed up an administrator. */
import { emailSchema } from '#kernel/people.ts';
import { isRefused } from '#kernel/refusals.ts';
import { makeAdmin } from '#people/use-cases/change-role.ts';
import { type Command, CommandRefusal, findShop, withShop } from './command.ts';

export const makeAdminCommand: Command = {
  parameters: ['EMAIL'],
  help: 'makes somebody who has signed up an administrator',
  async run([given], context) {
    const email = emailSchema.safeParse(given);
    if (!email.success) throw new CommandRefusal(`“${given}” is not an e-mail address.`);
    const made = await withShop(findShop(context), 'maybe', (db) =>
      makeAdmin({ db }, { email: email.data, adminId: null, at: new Date() }),
    );
    if (isRefused(made)) {
      throw new CommandRefusal(`Nobody has signed up as ${email.data}; sign up first, then run this again.`);
    }
    return made.changed
      ? `${email.data} is an administrator now.`
      : `${email.data} is an administrator already.`;
  },
};
