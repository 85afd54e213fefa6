/** Facts that names and descriptions state in words, and what is not certain enough to be read. */
import { expect, test } from 'vitest';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import {
  readDramCache,
  readDriveOperations,
  readDriveSpeed,
  readEndurance,
  readNoise,
  readWarrantyYears,
} from '#catalogue/rules/stated-facts.ts';

test.each([
  ['up to 7450 MB/s of reading over PCIe 4.0', 7450, undefined],
  ['7,450 MB/s read, 6,900 MB/s write', 7450, 6900],
  ['Read: 7450 MB/s, write: 6900 MB/s', 7450, 6900],
  ['reads at up to 7.4 GB/s and writes at 6.9 GB/s', 7400, 6900],
  ['Speed: 560/530 MB/s', 560, 530],
  ['7.450 MB/s read', undefined, undefined],
  ['read 7450 MB/s write 6900 MB/s', 7450, 6900],
  ['7450 MB/s read 6900 MB/s write', 7450, 6900],
  ['up to 14,500 MB/s on a PCIe 5.0 slot', undefined, undefined],
  ['SATA ends at about 560 MB/s, whatever the drive. It reads quietly.', undefined, undefined],
])('the speeds in “%s”', (text, read, write) => {
  expect([readDriveSpeed(text, 'read'), readDriveSpeed(text, 'write')]).toEqual([read, write]);
});

test('random speed, endurance, memory, noise and warranty', () => {
  expect(readDriveOperations('1,400K IOPS random read and 1.55M IOPS random write', 'read')).toBe(1_400_000);
  expect(readDriveOperations('1,400K IOPS random read and 1.55M IOPS random write', 'write')).toBe(1_550_000);
  expect(['1,200 TBW', '1.2 PBW', 'an endurance of 600 TB', '2 TB of storage'].map(readEndurance)).toEqual([
    1200,
    1200,
    600,
    undefined,
  ]);
  expect(
    ['a DRAM-less drive', '2 GB of LPDDR4 DRAM', 'with DRAM', '1 GB of cache'].map(readDramCache),
  ).toEqual([0, 2048, undefined, 1024]);
  expect(['19 to 25.5 dB(A)', '80 dBm', 'silent'].map(readNoise)).toEqual([25.5, undefined, undefined]);
  expect(
    ['Ten years of warranty', '5-year limited warranty', 'a guarantee of 3 years', 'two years old'].map(
      readWarrantyYears,
    ),
  ).toEqual([10, 5, 3, undefined]);
});

test('a description tells what its part does not state, and the part’s own values are stronger', () => {
  const description = 'Reads 7450 MB/s. 1200 TBW.';
  const specs = { capacityGb: 2000, interface: 'M.2 PCIe 4.0 X4', formFactor: 'M.2-2280', readMbs: 7000 };
  const facts = deriveFacts({ category: 'ssd', name: 'Testco Swift', description, specs });
  expect(facts.specs).toMatchObject({ readMbs: 7000, enduranceTbw: 1200 });
  expect(facts.derivedFields).toEqual(['protocol', 'pcieGeneration', 'enduranceTbw']);
  const supply = { watts: 750, form: 'ATX', efficiency: '80+ Gold' };
  const { specs: gold } = deriveFacts({
    category: 'power-supply',
    name: 'Testco Volt, 10 years warranty',
    specs: supply,
  });
  expect(gold).toMatchObject({ efficiencyPercent: 90, warrantyYears: 10 });
});
