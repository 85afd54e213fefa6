/** SSDs in the lists of others. */
import { defineDriveLists } from '#features/catalogue/rules/categories/drives.ts';

export const lists = defineDriveLists({
  isHardDisk: false,
  columns: {},
  readOwnFields({ form_factor: form, interface: connection, nvme }) {
    const generation = form === 'PCIe' ? /PCIe (\d)\.0/.exec(connection ?? '')?.[1] : undefined;
    return {
      protocol: nvme ? 'NVMe' : undefined,
      pcieGeneration: generation ? Number(generation) : undefined,
    };
  },
});
