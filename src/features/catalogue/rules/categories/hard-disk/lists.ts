/** Hard disks in the lists of others. */
import { defineDriveLists } from '#features/catalogue/rules/categories/drives.ts';

export const lists = defineDriveLists({
  isHardDisk: true,
  columns: { rpm: 'type' },
  readOwnFields({ metadata }) {
    const rpm = /\b(\d{4,5}) ?RPM\b/i.exec(metadata.name)?.[1];
    return { rpm: rpm ? Number(rpm) : undefined };
  },
});
