/** Hard disks in lists: filters, facts that follow from others, and how others list them. */
import { defineDriveLists, readDriveFacts } from '#features/catalogue/rules/categories/drive-lists.ts';
import { hardDisk } from '#features/catalogue/rules/categories/hard-disk/definition.ts';
import { words } from '#features/catalogue/rules/categories/hard-disk/words.ts';
import type { ListedCategory } from '#features/catalogue/rules/listed-category.ts';
import { makeChoice, makeRange } from '#features/catalogue/rules/lists/filter-kinds.ts';

const { fields } = hardDisk;

export const listedHardDisk = {
  ...hardDisk,
  filters: [
    makeRange(fields, 'capacity', 'capacityGb', ['up', 'down']),
    makeChoice(fields, 'form-factor', 'formFactor'),
    makeChoice(fields, 'interface', 'interface'),
    makeChoice(fields, 'rpm', 'rpm', ['up', 'down']),
    makeRange(fields, 'cache', 'cacheMb', ['down']),
  ],
  words,
  readFitFacts: (specs) => readDriveFacts(specs, true),
  ...defineDriveLists({
    isHardDisk: true,
    columns: { rpm: 'type' },
    readOwnFields({ metadata }) {
      const rpm = /\b(\d{4,5}) ?RPM\b/i.exec(metadata.name)?.[1];
      return { rpm: rpm ? Number(rpm) : undefined };
    },
  }),
} as const satisfies ListedCategory<keyof typeof fields>;
