/** `audit`: compares orders, stock and money with their ledgers and with the card provider. */
import { auditShop } from '#administration/use-cases/audit-shop.ts';
import { type Command, CommandRefusal, findShop, requireFolder, withShop } from '#app/commands/command.ts';
import { readConfig } from '#app/config.ts';
import { openGateway } from '#app/sandbox/provider.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import { countWords } from '#kernel/words.ts';

export const auditCommand: Command = {
  parameters: [],
  help: 'recomputes stock, orders and money from the ledgers, and names what differs from the card provider’s books',
  async run(_, context) {
    const dataPaths = findShop(context);
    requireFolder(dataPaths);
    const config = readConfig(context.environment);
    const audit = await withShop(dataPaths, 'needed', async (db) => {
      const { gateway, close } = await openGateway(config, { onFailure: () => {}, log: () => {} });
      return await auditShop({ db, gateway }).finally(close);
    });
    if (isRefused(audit)) throw new CommandRefusal(explainRefusal(audit));
    const { orders, differences, ofOtherMerchants } = audit;
    const counted = countWords(orders, 'order');
    const notCompared = ofOtherMerchants.length === 0 ? [] : [ofOtherMerchantsTitle, ...ofOtherMerchants];
    if (differences.length === 0) {
      const summary = `All is well: ${counted}, stock and money agree.`;
      return [summary, ...notCompared].join('\n');
    }
    const title = countWords(differences.length, 'difference');
    throw new CommandRefusal([`${title}, in ${counted}:`, ...differences, ...notCompared].join('\n'));
  },
};

const ofOtherMerchantsTitle =
  'Not compared, because it is in another account of the card provider than the one whose keys are set:';
