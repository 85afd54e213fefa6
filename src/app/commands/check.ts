/** `check`: tries what a public shop needs, and says what of it is done, missing or wrong. */
import { makeChecklist } from '#app/checklist.ts';
import { type Command, CommandRefusal, findShop, requireFolder, withShop } from '#app/commands/command.ts';
import { readConfig } from '#app/config.ts';
import { openImageStore } from '#app/image-store.ts';
import { openMailbox } from '#app/open-mailbox.ts';
import type { CheckedItem } from '#settings/contract/checklist.ts';

export const checkCommand: Command = {
  parameters: [],
  help: 'tries what a public shop needs, its mail server and public address among it, and says what is missing',
  async run(_, context) {
    const dataPaths = findShop(context);
    requireFolder(dataPaths);
    const config = readConfig(context.environment);
    const mailbox = openMailbox(config);
    const openImages = () => openImageStore(config, () => {});
    const items = await withShop(dataPaths, 'maybe', (db) =>
      makeChecklist(config, { db, openImages, mailbox }).run(new Date()),
    ).finally(() => mailbox.close());
    return reportChecklist(items);
  },
};

/** Throws a CommandRefusal unless all is done. */
export function reportChecklist(items: readonly CheckedItem[]): string {
  const lines = items
    .map(({ name, state, sentence }) => `${state.padEnd(8)} ${name}: ${sentence}`)
    .join('\n');
  if (items.every(({ state }) => state === 'done')) return `${lines}\nThe shop is ready for the public.`;
  throw new CommandRefusal(lines);
}
