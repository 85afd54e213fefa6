/** `erase EMAIL`: forgets a customer who asks for it, but for what the law makes a shop keep about a sale. */
import { deleteLetters } from '#administration/database/ceo-letters.ts';
import { type Command, CommandRefusal, findShop, readEmail, withShop } from '#app/commands/command.ts';
import { deleteAccountMails } from '#app/jobs/job-queue.ts';
import { hasOpenOrders } from '#orders/database/order-lists.ts';
import { deletePasswordLinks } from '#people/database/linked-log-ins.ts';
import { erasedName, erasePerson, findPersonByEmail, lockPerson } from '#people/database/people.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction, type Transaction } from '#platform/database/transaction.ts';
import { renameAuthor } from '#reviews/database/reviews.ts';

export const eraseCommand: Command = {
  parameters: ['EMAIL'],
  help: 'forgets a customer: log-in, profile, addresses, basket, builds and the name at reviews; orders and invoices stay',
  async run([given], context) {
    const email = readEmail(given);
    await withShop(findShop(context), 'maybe', (db) =>
      inTransaction(db, (transaction) => erase(transaction, email, new Date())),
    );
    return `${email} is forgotten. Orders and invoices stay, with what they say of the buyer.`;
  },
};

async function erase(transaction: Transaction, email: string, at: Date): Promise<void> {
  const person = await findPersonByEmail(transaction, email);
  if (!person) throw new CommandRefusal(`Nobody has signed up as ${email}.`);
  await lockPerson(transaction, person.id);
  if (person.role === 'admin')
    throw new CommandRefusal(`${email} is an administrator; another has to dismiss them first.`);
  if (await hasOpenOrders(transaction, person.id))
    throw new CommandRefusal(
      `Orders of ${email} are still to be paid, shipped or refunded; finish or cancel them first.`,
    );
  await erasePerson(transaction, person.id, at);
  await deletePasswordLinks(transaction, person.id);
  await renameAuthor(transaction, person.id, erasedName);
  await deleteLetters(transaction, email);
  await deleteAccountMails(transaction, email);
  await recordAdminChange(transaction, {
    ...{ adminId: null, subject: 'people', subjectId: person.id, at },
    before: { erased: false },
    after: { erased: true },
  });
}
