/** What is said of graphics cards: the chip, its memory and clocks, and whether the card fits the case. */
import { z } from 'zod';
import { colorField, type SpecificationField, specificationText } from '#domain/specifications/fields.ts';

/** Chipsets are text, not a list: makers bring out new ones all the time. */
export const graphicsCardSchema = z.strictObject({
  chipset: specificationText,
  memoryGb: z.number().min(0.015625).max(4096),
  coreClockMhz: z.int().min(50).max(10000).optional(),
  boostClockMhz: z.int().min(50).max(10000).optional(),
  lengthMm: z.int().min(40).max(700).optional(),
  color: specificationText.optional(),
});

export const graphicsCardFields = {
  chipset: {
    label: 'Chipset',
    group: 'Speed',
    explanation: 'The graphics chip; cards with the same chip perform within a few percent of each other.',
  },
  memoryGb: {
    label: 'Memory',
    group: 'Speed',
    measure: 'memory',
    explanation:
      'The card’s own memory (VRAM); large textures, high resolutions and machine learning fill it first.',
  },
  coreClockMhz: {
    label: 'Core clock',
    group: 'Speed',
    measure: 'clock',
    explanation: 'The clock that the chip holds under load; compare it only between cards of the same chip.',
  },
  boostClockMhz: {
    label: 'Boost clock',
    group: 'Speed',
    measure: 'clock',
    explanation: 'The clock it rises to while temperature and power allow.',
  },
  lengthMm: {
    label: 'Length',
    group: 'Size',
    measure: 'length',
    explanation: 'From bracket to end; compare it with the longest card that the case’s maker allows.',
  },
  color: colorField,
} as const satisfies Record<keyof z.infer<typeof graphicsCardSchema>, SpecificationField>;
