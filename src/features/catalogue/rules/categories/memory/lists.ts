/** Memory in the lists of others. */
import { z } from 'zod';
import type { CategoryLists } from '#features/catalogue/rules/category-definition.ts';
import { readNumbers } from '#features/catalogue/rules/import/import-values.ts';
import {
  defineOpenDbList,
  formatColors,
  type IdentifiedRecord,
  number,
  plausible,
  positive,
  type ReadingContext,
  readGeneration,
  text,
  texts,
} from '#features/catalogue/rules/import/open-db/list.ts';

export const lists = {
  partDataset: {
    name: 'memory',
    marks: ['name', 'speed', 'modules'],
    columnsOfNumbers: ['speed', 'modules'],
    columns: {
      capacityGb: 'modules',
      modules: 'modules',
      moduleGb: 'modules',
      ddr: 'speed',
      speedMts: 'speed',
      casLatency: 'cas_latency',
      firstWordLatencyNs: 'first_word_latency',
      color: 'color',
    },
    /** A speed without a generation means DDR; early modules are listed in megabytes. */
    readOthers(row) {
      const speeds = readNumbers(row.speed);
      const [ddr, speedMts] = speeds.length === 1 ? [1, speeds[0]] : speeds;
      const [modules, size] = readNumbers(row.modules);
      const moduleGb = isInMegabytes(ddr, size) ? size / 1024 : size;
      const capacityGb = modules === undefined || moduleGb === undefined ? undefined : modules * moduleGb;
      return { capacityGb, modules, moduleGb, ddr, speedMts };
    },
  },
  openDb: defineOpenDbList({
    name: 'RAM',
    marks: ['ram_type', 'cas_latency'],
    shape: {
      ram_type: text,
      form_factor: text,
      speed: number,
      registered: text,
      ecc: text,
      capacity: number,
      cas_latency: number,
      height: number,
      color: texts,
      modules: z.object({ quantity: number, capacity_gb: number }).nullish(),
    },
    readFacts(record, context) {
      const form = record.form_factor ?? '';
      return {
        kind: 'Memory',
        generation: readGeneration(record.ram_type),
        form: /SO-DIMM/.test(form) ? 'SO-DIMM' : /DIMM/.test(form) ? 'DIMM' : undefined,
        modules: positive(record.modules?.quantity),
        moduleGb: positive(record.modules?.capacity_gb),
        speedMts: positive(record.speed),
        isRegistered: readRegistered(record, context),
      };
    },
    readSpecification(record, { isRegistered, speedMts, ...facts }, context) {
      const casLatency = plausible(record.cas_latency, [1.5, 80], 'CAS latency', context);
      return {
        capacityGb: positive(record.capacity),
        modules: facts.modules,
        moduleGb: facts.moduleGb,
        ddr: facts.generation,
        speedMts,
        casLatency,
        firstWordLatencyNs:
          casLatency && speedMts ? Number(((2000 * casLatency) / speedMts).toFixed(3)) : undefined,
        form: facts.form,
        ecc: readEcc(record, isRegistered, context),
        registered: isRegistered === undefined ? undefined : isRegistered ? 'Yes' : 'No',
        heightMm: plausible(record.height, [15, 80], 'height', context),
        color: formatColors(record.color),
      };
    },
  }),
} as const satisfies CategoryLists;

/** Modules up to DDR3 are smaller than 128 GB; from DDR4 on, none is below 1 GB. */
function isInMegabytes(ddr: number | undefined, size: number | undefined): size is number {
  return ddr !== undefined && ddr <= 3 && size !== undefined && size >= 128;
}

type NamedModules = Pick<IdentifiedRecord, 'metadata'> & {
  registered?: string | null | undefined;
  ecc?: string | null | undefined;
};

/** 'KSM48R40…' of Kingston, 'M393A…' and 'M386A…' of Samsung. Source: their guides to part numbers. */
const registeredNames = /\b(?:Registered|L?RDIMM)\b|\bKSM\d\dR|\bM3(?:93|86)[A-Z]\d/i;

/** Server modules are called unbuffered there; their names and part numbers say it right. */
function readRegistered(
  { registered, metadata }: NamedModules,
  { quarantine }: ReadingContext,
): boolean | undefined {
  const isNamedSo = [metadata.name, ...(metadata.part_numbers ?? [])].some((name) =>
    registeredNames.test(name),
  );
  if (isNamedSo && registered === 'Unbuffered') quarantine('registered', 'The name says otherwise');
  return isNamedSo || (registered ? registered === 'Registered' : undefined);
}

/** Registered memory always corrects errors. */
function readEcc(
  { ecc, metadata }: NamedModules,
  isRegistered: boolean | undefined,
  { quarantine }: ReadingContext,
) {
  const isNamedSo = isRegistered || /(?<!non-)\bECC\b/i.test(metadata.name);
  if (isNamedSo && ecc === 'Non-ECC') quarantine('ECC', 'The name says otherwise');
  if (isNamedSo || ecc === 'ECC') return 'Yes';
  return ecc === 'Non-ECC' ? 'No' : undefined;
}
