/** SSDs in lists: filters, words of searches, facts that follow from others, and how others list them. */
import { defineDriveLists, listDriveWords, readDriveFacts } from '#catalogue/rules/categories/drive-lists.ts';
import { ssd } from '#catalogue/rules/categories/ssd/definition.ts';
import { includesText } from '#catalogue/rules/image-rules.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { type FilteredPart, filterBy } from '#catalogue/rules/lists/filter-kinds.ts';
import { spellNumber, without } from '#catalogue/rules/search/spellings.ts';
import { getNumber, getText, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

const { fields } = ssd;
const by = filterBy(fields);

export const listedSsd = {
  ...ssd,
  filters: [
    by.range('capacity', 'capacityGb', ['up', 'down']),
    by.choice('form-factor', 'formFactor'),
    by.choice('protocol', 'protocol'),
    { ...by.choice('pcie', 'pcieGeneration', ['down']), getSortKey: rankSpeed },
    by.range('read', 'readMbs', ['down']),
    by.range('write', 'writeMbs', ['down']),
    by.range('endurance', 'enduranceTbw', ['down']),
    by.range('cache', 'cacheMb', ['down']),
    by.range('random-read', 'readIops', ['down']),
    by.range('random-write', 'writeIops', ['down']),
    by.choice('interface', 'interface'),
  ],
  columns: ['capacity', 'interface', 'read', 'endurance', 'form-factor', 'write', 'cache', 'pcie'],
  derive,
  words: {
    translations: `
ssd = ssd festplatte, ssd laufwerk, disco ssd, disco solido, disco de estado solido, unidad ssd, disque ssd, এসএসডি`,
    names:
      'ssd, solid state drive, solid state disk, ssd drive, ssd disk, ssd hard drive, ssd hard disk'.split(
        /,\s+/,
      ),
    makers: /\b(?:sandisk|sabrent|kioxia|solidigm|addlink|inland|kingspec)\b/i,
    searchWords: ['ssd', 'solid', 'state', 'drive', 'disk', 'disc', 'flash', 'storage'],
    tellingWords: ['ps5', 'playstation', 'steam', 'deck', 'laptop', 'laptops', 'notebook', 'notebooks'],
    typicalWords: /\bnvme\b|\bm\.?2\b|\bmsata\b|\b22[348]0\b/i,
    phrases: [
      [new RegExp(`${without}(?:dram(?: cache)?|cache)\\b|\\bdram-?less\\b`, 'gi'), 'no.cache -cache'],
      [/\bdram(?: cache)?\b/gi, 'cache'],
    ],
    listSpecificationWords: (specs) => [
      ...listDriveWords(specs),
      ...(isNvme(specs) ? ['nvme'] : []),
      ...spellNumber(specs, 'pcieGeneration', (generation) => [`gen${generation}`, `pcie${generation}`]),
    ],
    listUseWords,
  },
  readFitFacts: (specs) => readDriveFacts(specs, false),
  ...defineDriveLists({
    isHardDisk: false,
    columns: {},
    readOwnFields({ form_factor: form, interface: connection, nvme }) {
      const generation = form === 'PCIe' ? /PCIe (\d)\.0/.exec(connection ?? '')?.[1] : undefined;
      return {
        protocol: nvme ? 'NVMe' : undefined,
        pcieGeneration: generation ? Number(generation) : undefined,
      };
    },
  }),
} as const satisfies ListedCategory<keyof typeof fields>;

/** The generation, then its lanes (four, where nothing is said: U.2), then what it reads, which few drives state. */
function rankSpeed({ specs }: FilteredPart): number | undefined {
  const generation = getNumber(specs, 'pcieGeneration');
  const lanes = generation && Number(/x(\d)$/i.exec(getText(specs, 'interface'))?.[1] ?? 4);
  return (generation ?? 0) + (lanes ?? 0) / 100 + (getNumber(specs, 'readMbs') ?? 0) / 1e9 || undefined;
}

/** M.2 drives of PCIe 2.0 and other cards speak AHCI or NVMe: only their name can tell. */
function derive(specs: SpecificationValues, name: string): SpecificationValues {
  const connection = getText(specs, 'interface');
  const isPcie = connection.includes('PCIe') || connection === 'U.2';
  const [, generation] = /PCIe (\d)\.0/.exec(connection) ?? (isPcie ? readPcieGeneration(name) : []);
  return {
    protocol: deriveProtocol(connection, name, isPcie),
    pcieGeneration: generation === undefined ? undefined : Number(generation),
  };
}

function deriveProtocol(connection: string, name: string, isPcie: boolean): string | undefined {
  if (/SATA/.test(connection)) return 'SATA';
  if (/^SAS/.test(connection)) return 'SAS';
  if (isPcie && /\b(NVMe|AHCI)\b/i.test(name)) return /AHCI/i.test(name) ? 'AHCI' : 'NVMe';
  return /PCIe [3-9]\.0/.test(connection) || connection === 'U.2' ? 'NVMe' : undefined;
}

function readPcieGeneration(name: string): readonly (string | undefined)[] {
  return /\b(?:PCIe |Gen ?)([3-6])(?![0-9])/i.exec(name) ?? [];
}

const isNvme = (specs: SpecificationValues) =>
  includesText(specs.interface, 'PCIe') || specs.protocol === 'NVMe';

/** A PlayStation 5 takes NVMe drives of PCIe 4.0 and up to 8 TB, a Steam Deck those of 30 mm. Source: their manuals. */
function listUseWords(specs: SpecificationValues): string[] {
  const { formFactor, interface: connection } = specs;
  const isM2 = includesText(formFactor, 'M.2');
  const isLaptopDrive =
    isM2 || formFactor === 'mSATA' || (formFactor === '2.5-inch' && includesText(connection, 'SATA'));
  const isConsoleDrive =
    isM2 && /PCIe [4-9]\.0 X[48]/.test(getText(specs, 'interface')) && Number(specs.capacityGb) <= 8192;
  return [
    ...(isLaptopDrive ? ['laptop', 'notebook'] : []),
    ...(isConsoleDrive ? ['ps5', 'playstation', 'console'] : []),
    ...(formFactor === 'M.2-2230' && isNvme(specs) ? ['steam', 'deck'] : []),
  ];
}
