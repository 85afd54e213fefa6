/** `seed`: fills an empty shop with the demo catalogue, but makes no demo accounts. */
import { type Command, findShop, withShop } from '#app/commands/command.ts';
import { populateShop } from '#app/demo.ts';

export const seedCommand: Command = {
  parameters: [],
  help: 'fills an empty shop with the parts and reviews of catalogue/, without demo accounts',
  async run(_, context) {
    const { readCatalogue } = await import('#app/demo.ts'); // slow to load, and only needed here
    const catalogue = await readCatalogue();
    const filled = await withShop(findShop(context), 'maybe', (db) =>
      populateShop({ db }, { ...catalogue, at: new Date() }),
    );
    return filled
      ? `The shop has ${filled.parts} parts and ${filled.reviews} reviews now.`
      : 'The shop has parts already; nothing was added.';
  },
};
