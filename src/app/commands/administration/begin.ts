/** `begin BACKUP`: ends the trying of a shop: backs it up, then removes what the demo and its people have left. */
import { createInterface } from 'node:readline';
import { listBelongings } from '#administration/rules/belongings.ts';
import { beginForReal, prepareBeginning } from '#app/begin/begin-for-real.ts';
import { formatSummary, writeBackup } from '#app/commands/administration/backup.ts';
import {
  type Command,
  type CommandContext,
  CommandRefusal,
  findShop,
  requireFolder,
  resolveGivenPath,
  withShop,
} from '#app/commands/command.ts';
import { showProgress } from '#app/commands/progress.ts';
import { readConfig } from '#app/config.ts';
import { openGateway } from '#app/sandbox/provider.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import { countWords } from '#kernel/words.ts';

export const beginCommand: Command = {
  parameters: ['BACKUP'],
  options: {
    name: { value: 'NAME', help: 'the name of the shop, instead of being asked for it' },
    catalogue: { value: 'keep|remove', help: 'whether its parts stay, instead of being asked' },
  },
  help: 'begins for real: backs up a shop that was tried, then removes its purchases, people and reviews',
  async run([backup = ''], context) {
    const { environment, errors } = context;
    const dataPaths = findShop(context);
    requireFolder(dataPaths);
    const config = readConfig(environment);
    const before = await withShop(dataPaths, 'maybe', prepareBeginning);
    if (before.hasOtherBuyers) throw new CommandRefusal(explainRefusal({ refused: 'purchases-of-others' }));
    errors.write(`${describeBeginning(before)}\n`);
    const { typedName, keepsCatalogue } = await askForConsent(before, context);
    const progress = showProgress(errors);
    const path = resolveGivenPath(backup, environment);
    const saved = await writeBackup(dataPaths, { path, name: backup, progress }).finally(progress.end);
    errors.write(`${formatSummary(backup, saved)}\n`);
    const begun = await withShop(dataPaths, 'maybe', async (db) => {
      const { clearSandbox, close } = await openGateway(config, { onFailure: () => {}, log: () => {} });
      const beginning = { typedName, keepsCatalogue, at: new Date() };
      return await beginForReal({ db, clearSandbox }, beginning).finally(close);
    });
    if (isRefused(begun)) throw new CommandRefusal(explainRefusal(begun));
    return 'The shop begins now: nothing was bought in it yet. “npm run shop -- restore” brings back what was backed up.';
  },
};

function describeBeginning(before: Awaited<ReturnType<typeof prepareBeginning>>): string {
  return [
    `“${before.shopName}” loses ${listBelongings(before).join(', ')}, and everything else that was done in it, in the shop and in its card sandbox.`,
    'Administrators, settings, rules of delivery and pictures stay.',
  ].join('\n');
}

async function askForConsent(
  { shopName, parts }: { shopName: string; parts: number },
  { options, input, errors }: CommandContext,
): Promise<{ typedName: string; keepsCatalogue: boolean }> {
  const lines = createInterface({ input });
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    errors.write(question);
    const { value, done } = await typed.next();
    return done ? '' : value.trim();
  };
  const answer =
    options.catalogue ?? (await ask(`Do its ${countWords(parts, 'part')} stay, too? keep or remove: `));
  if (answer !== 'keep' && answer !== 'remove')
    throw new CommandRefusal('Say keep or remove. Nothing was removed.');
  const typedName = options.name ?? (await ask(`To go on, type the name of the shop, “${shopName}”: `));
  lines.close();
  if (typedName !== shopName) throw new CommandRefusal(explainRefusal({ refused: 'shop-name-wrong' }));
  return { typedName, keepsCatalogue: answer === 'keep' };
}
