/** What is said of memory (RAM), sold as a kit of one or more equal modules. */
import { z } from 'zod';
import { colorField, type SpecificationField, specificationText } from '#domain/specifications/fields.ts';

/** Capacity is kept beside the modules it follows from, because lists are filtered and sorted by it. */
export const memorySchema = z
  .strictObject({
    capacityGb: z.number().min(0.0625).max(16384),
    modules: z.int().min(1).max(16),
    moduleGb: z.number().min(0.0625).max(1024),
    ddr: z.int().min(1).max(9),
    speedMts: z.int().min(100).max(50000),
    casLatency: z.number().min(1).max(200).multipleOf(0.5).optional(),
    firstWordLatencyNs: z.number().min(1).max(100).optional(),
    color: specificationText.optional(),
  })
  .refine((memory) => memory.capacityGb === memory.modules * memory.moduleGb, {
    path: ['capacityGb'],
    message: 'Capacity must be the number of modules times the size of each module',
  })
  .refine((memory) => agreesWithSpeed(memory), {
    path: ['firstWordLatencyNs'],
    message: 'First word latency must be 2000 × CAS latency ÷ speed',
  });

export const memoryFields = {
  capacityGb: {
    label: 'Capacity',
    group: 'Size',
    measure: 'memory',
    explanation: 'All modules of the kit together; this is what the computer has for running programs.',
  },
  modules: {
    label: 'Modules',
    group: 'Size',
    measure: 'count',
    explanation: 'How many sticks are in the box; each takes one slot, and two run faster together than one.',
  },
  moduleGb: {
    label: 'Size of each module',
    group: 'Size',
    measure: 'memory',
    explanation: 'What one stick holds; older motherboards limit how much a single slot takes.',
  },
  ddr: {
    label: 'Generation',
    group: 'Speed',
    measure: 'generation',
    explanation: 'The kind of slot it fits: DDR4 and DDR5 are notched differently and never mix.',
  },
  speedMts: {
    label: 'Speed',
    group: 'Speed',
    measure: 'transferRate',
    explanation:
      'Million transfers a second; the advertised number needs a profile (XMP or EXPO) switched on in the BIOS.',
  },
  casLatency: {
    label: 'CAS latency (CL)',
    group: 'Speed',
    measure: 'cycles',
    explanation: 'Clock cycles between asking for a datum and getting it; compare it only at equal speed.',
  },
  firstWordLatencyNs: {
    label: 'First word latency',
    group: 'Speed',
    measure: 'delay',
    explanation:
      'The same wait in nanoseconds, which makes kits of different speeds comparable; less is better.',
  },
  color: colorField,
} as const satisfies Record<keyof z.infer<typeof memorySchema>, SpecificationField>;

/** Data moves twice a clock, so a cycle lasts 2000 ÷ speed nanoseconds; lists round the result to thousandths. */
function agreesWithSpeed(memory: {
  speedMts: number;
  casLatency?: number | undefined;
  firstWordLatencyNs?: number | undefined;
}): boolean {
  if (memory.casLatency === undefined || memory.firstWordLatencyNs === undefined) return true;
  return Math.abs((2000 * memory.casLatency) / memory.speedMts - memory.firstWordLatencyNs) < 0.1;
}
