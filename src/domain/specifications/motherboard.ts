/** What is said of motherboards: what fits on them, and what they fit into. */
import { z } from 'zod';
import { colorField, type SpecificationField, specificationText } from '#domain/specifications/fields.ts';

/** Sockets are text, not a list: makers bring out a new one every year or two. */
export const motherboardSchema = z.strictObject({
  socket: specificationText,
  formFactor: z.enum([
    'ATX',
    'Micro ATX',
    'Mini ITX',
    'EATX',
    'XL ATX',
    'SSI CEB',
    'SSI EEB',
    'HPTX',
    'Mini DTX',
    'Flex ATX',
    'Thin Mini ITX',
  ]),
  ddr: z.int().min(1).max(9).optional(),
  memorySlots: z.int().min(1).max(64),
  maxMemoryGb: z.number().min(0.5).max(65536),
  color: specificationText.optional(),
});

export const motherboardFields = {
  socket: {
    label: 'Socket',
    group: 'Processor',
    explanation: 'The seat of the processor; it must be the same as the processor’s, letter for letter.',
  },
  formFactor: {
    label: 'Form factor',
    group: 'Size',
    explanation:
      'Size and screw holes of the board: EATX is largest, then ATX, Micro ATX and Mini ITX; the case must list it.',
  },
  ddr: {
    label: 'Memory generation',
    group: 'Memory',
    measure: 'generation',
    explanation: 'Which memory the slots take: DDR4 and DDR5 modules are notched differently and never mix.',
  },
  memorySlots: {
    label: 'Memory slots',
    group: 'Memory',
    measure: 'count',
    explanation: 'How many modules can be plugged in; with two already in, four slots leave room to grow.',
  },
  maxMemoryGb: {
    label: 'Maximum memory',
    group: 'Memory',
    measure: 'memory',
    explanation: 'The most that the board takes with all slots filled, given modules large enough.',
  },
  color: colorField,
} as const satisfies Record<keyof z.infer<typeof motherboardSchema>, SpecificationField>;
