/** How searches find SSDs. */

import { listDriveWords } from '#features/catalogue/rules/categories/drive-lists.ts';
import { includesText } from '#features/catalogue/rules/image-rules.ts';
import type { CategoryWords } from '#features/catalogue/rules/listed-category.ts';
import { spellNumber } from '#features/catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#features/catalogue/rules/specification-fields.ts';

export const words: CategoryWords = {
  names: 'ssd, solid state drive, solid state disk, ssd drive, ssd disk, ssd hard drive, ssd hard disk'.split(
    /,\s+/,
  ),
  searchWords: ['ssd', 'solid', 'state', 'drive', 'disk', 'disc', 'flash', 'storage'],
  typicalWords: /\bnvme\b|\bm\.2\b/i,
  listSpecificationWords: (specs) => [
    ...listDriveWords(specs),
    ...(includesText(specs.interface, 'PCIe') || specs.protocol === 'NVMe' ? ['nvme'] : []),
    ...spellNumber(specs, 'pcieGeneration', (generation) => [`gen${generation}`, `pcie${generation}`]),
  ],
  listUseWords,
};

/** A PlayStation 5 takes NVMe drives of PCIe 4.0 and up to 8 TB, a Steam Deck those of 30 mm. Source: their manuals. */
function listUseWords(specs: SpecificationValues): string[] {
  const { formFactor, protocol, interface: connection } = specs;
  const isM2 = includesText(formFactor, 'M.2');
  const isLaptopDrive = isM2 || (formFactor === '2.5-inch' && includesText(connection, 'SATA'));
  const isConsoleDrive =
    isM2 && /PCIe [4-9]\.0 X[48]/.test(getText(specs, 'interface')) && Number(specs.capacityGb) <= 8192;
  return [
    ...(isLaptopDrive ? ['laptop', 'notebook'] : []),
    ...(isConsoleDrive ? ['ps5', 'playstation', 'console'] : []),
    ...(formFactor === 'M.2-2230' && protocol === 'NVMe' ? ['steam', 'deck'] : []),
  ];
}
