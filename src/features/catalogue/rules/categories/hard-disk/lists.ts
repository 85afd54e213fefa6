/** Hard disks in lists: filters, words of searches, facts that follow from others, and how others list them. */
import { defineDriveLists, listDriveWords, readDriveFacts } from '#catalogue/rules/categories/drive-lists.ts';
import { hardDisk } from '#catalogue/rules/categories/hard-disk/definition.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { filterBy } from '#catalogue/rules/lists/filter-kinds.ts';
import { spellNumber } from '#catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

const { fields } = hardDisk;
const by = filterBy(fields);

export const listedHardDisk = {
  ...hardDisk,
  filters: [
    by.range('capacity', 'capacityGb', ['up', 'down']),
    by.choice('form-factor', 'formFactor'),
    by.choice('rpm', 'rpm', ['up', 'down']),
    by.choice('interface', 'interface'),
    by.range('cache', 'cacheMb', ['down']),
  ],
  columns: ['capacity', 'form-factor', 'interface', 'rpm', 'cache'],
  words: {
    translations: `
hdd = festplatte, festplatten, disco duro, discos duros, disco rigido, disque dur, disques durs, হার্ড ডিস্ক, হার্ডডিস্ক, হার্ড ড্রাইভ, harde schijf, harde schijven, dysk twardy, жесткий диск`,
    names: 'hdd, hard disk, hard disc, hard drive, hard disk drive, harddisk, harddrive, hdd drive'.split(
      /,\s+/,
    ),
    makers: /\b(?:seagate|toshiba|hitachi|hgst|western digital|wd)\b/i,
    searchWords: ['hard', 'disk', 'disc', 'drive', 'hdd', 'harddisk', 'harddrive', 'storage'],
    tellingWords: ['nas', 'laptop', 'laptops', 'notebook', 'notebooks'],
    typicalWords:
      /\b\d ?rpm\b|\bnas\b|(?<!\b(?:usb|external|portable|optical|flash|thumb|pen|dvd|tape|disk|disc) )\bdrives?\b/i,
    listSpecificationWords: (specs) => [
      ...listDriveWords(specs),
      ...spellNumber(specs, 'rpm', (rpm) => [`${rpm}`, `${rpm}rpm`, `${rpm / 1000}k`]),
    ],
    listUseWords,
  },
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
