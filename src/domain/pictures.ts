/** Which of the shop's own pictures stands for a part that nobody has uploaded a photo of, by category and specifications. */
import type { Category } from '#domain/parts.ts';
import type { SpecificationValues } from '#domain/specifications.ts';

/** Every picture of a part that `art/` renders; each has its files and its description in `catalogue/pictures`. */
export const pictureKeys = [
  ...['memory-1-black', 'memory-1-white', 'memory-1-silver', 'memory-1-green', 'memory-1-black-lit'],
  ...['memory-1-white-lit', 'memory-2-black', 'memory-2-white', 'memory-2-silver', 'memory-2-red'],
  ...['memory-2-green', 'memory-2-black-lit', 'memory-2-white-lit', 'memory-3-black', 'memory-4-black'],
  ...[
    'memory-4-white',
    'memory-4-silver',
    'memory-4-black-lit',
    'memory-4-white-lit',
    'memory-6-black',
    'memory-8-black',
  ],
  ...['hdd-35', 'hdd-35-dark', 'hdd-35-sealed', 'hdd-25', 'hdd-25-fast'],
  ...['ssd-m2', 'ssd-m2-label', 'ssd-m2-green', 'ssd-m2-heatsink', 'ssd-m2-short', 'ssd-msata'],
  ...['ssd-25-dark', 'ssd-25-silver', 'ssd-25-enterprise', 'ssd-card'],
  ...['motherboard-eatx-black', 'motherboard-atx-black', 'motherboard-atx-white', 'motherboard-atx-blue'],
  ...['motherboard-micro-atx-black', 'motherboard-micro-atx-white', 'motherboard-micro-atx-blue'],
  ...['motherboard-micro-atx-green', 'motherboard-mini-itx-black', 'motherboard-mini-itx-white'],
  ...[
    'motherboard-mini-itx-green',
    'graphics-card-1-black',
    'graphics-card-1-white',
    'graphics-card-2-black',
  ],
  ...['graphics-card-2-white', 'graphics-card-2-silver', 'graphics-card-2-red', 'graphics-card-3-black'],
  ...['graphics-card-3-white', 'graphics-card-3-silver', 'graphics-card-3-red', 'other'],
] as const;
