/** How searches find hard disks. */

import { listDriveWords } from '#features/catalogue/rules/categories/drive-lists.ts';
import type { CategoryWords } from '#features/catalogue/rules/listed-category.ts';
import { spellNumber } from '#features/catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#features/catalogue/rules/specification-fields.ts';

export const words: CategoryWords = {
  names: 'hdd, hard disk, hard disc, hard drive, hard disk drive, harddisk, harddrive, hdd drive'.split(
    /,\s+/,
  ),
  searchWords: ['hard', 'disk', 'disc', 'drive', 'hdd', 'harddisk', 'harddrive', 'storage'],
  typicalWords: /\b\d ?rpm\b|\bnas\b/i,
  listSpecificationWords: (specs) => [
    ...listDriveWords(specs),
    ...spellNumber(specs, 'rpm', (rpm) => [`${rpm}`, `${rpm}rpm`, `${rpm / 1000}k`]),
  ],
  listUseWords,
};

/** What the makers' series are sold for. Source: their catalogues. */
const seriesUses: readonly [series: RegExp, uses: readonly string[]][] = [
  [
    /skyhawk|\bpurple\b|surveillance|\b[sv]300\b|\bsv35|\bav-(?:gp|25)\b/i,
    ['surveillance', 'security', 'camera', 'cctv', 'nvr', 'dvr'],
  ],
  [/ironwolf|\bred\b|\bn300\b|\bnas\b/i, ['nas']],
  [
    /exos|ultrastar|\bgold\b|constellation|enterprise|cheetah|savvio|\bre\d?\b|\bmg\d\d|\bhc\d{3}\b/i,
    ['enterprise', 'server', 'datacenter'],
  ],
];

function listUseWords(specs: SpecificationValues, name: string): string[] {
  const uses = seriesUses.flatMap(([series, words]) => (series.test(name) ? words : []));
  if (specs.formFactor !== '2.5-inch') return [...uses, 'desktop'];
  const isLaptopDrive =
    uses.length === 0 && getText(specs, 'interface').includes('ATA') && Number(specs.rpm ?? 0) <= 7200;
  return isLaptopDrive ? ['laptop', 'notebook'] : uses;
}
