/** `describe-api`: writes openapi.json after a change of the contract, as a test does. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Command } from '#cli/command.ts';

export const describeApiCommand: Command = {
  parameters: [],
  help: 'writes openapi.json anew, after a change of src/contract',
  async run() {
    const { describeShop, formatDescription } = await import('#server/description.ts'); // slow to load, and only needed here
    const file = new URL('../../openapi.json', import.meta.url);
    await writeFile(file, formatDescription(await describeShop()));
    return `${fileURLToPath(file)} describes every call now.`;
  },
};
