/**
 * Which generations of processors the boards of a chipset take. Sources: AMD, "Processor support for AMD Socket AM4
 * chipsets" and "AM5 chipsets"; Intel, "Compatible desktop boards for Intel processors" and its note on the H410 and
 * B460 chipsets. Where AMD or Intel leave it to the makers of boards, it stands under `maker`.
 */
import type { ProcessorGeneration } from '#domain/fit/processor-generations.ts';

type Support = {
  native: readonly ProcessorGeneration[];
  /** After an update of the board's firmware (BIOS). */
  update?: readonly ProcessorGeneration[];
  /** Some makers' boards take them, after an update. */
  maker?: readonly ProcessorGeneration[];
};

export type SupportLevel = 'native' | 'update' | 'maker' | 'never';

const supports: readonly [socket: string, chipsets: string, support: Support][] = [
  [
    'AM4',
    'X570',
    {
      native: ['Ryzen 2000', 'Ryzen 3000', 'Ryzen 3000G'],
      update: ['Ryzen 4000', 'Ryzen 5000', 'Ryzen 5000G'],
      maker: ['Ryzen 2000G', 'Athlon with Zen'],
    },
  ],
  [
    'AM4',
    'B550',
    {
      native: ['Ryzen 3000'],
      update: ['Ryzen 4000', 'Ryzen 5000', 'Ryzen 5000G'],
      maker: ['Athlon with Zen'],
    },
  ],
  [
    'AM4',
    'A520',
    {
      native: ['Ryzen 3000', 'Ryzen 4000'],
      update: ['Ryzen 5000', 'Ryzen 5000G'],
      maker: ['Athlon with Zen', 'Ryzen 3000G'],
    },
  ],
  [
    'AM4',
    'X470 B450',
    {
      native: ['Ryzen 1000', 'Ryzen 2000', 'Ryzen 2000G'],
      update: ['Athlon with Zen', 'Ryzen 3000', 'Ryzen 3000G', 'Ryzen 4000', 'Ryzen 5000', 'Ryzen 5000G'],
      maker: ['A-Series 9000'],
    },
  ],
  [
    'AM4',
    'X370 B350 A320',
    {
      native: ['A-Series 9000', 'Ryzen 1000'],
      update: ['Ryzen 2000', 'Ryzen 2000G'],
      maker: ['Athlon with Zen', 'Ryzen 3000', 'Ryzen 3000G', 'Ryzen 4000', 'Ryzen 5000', 'Ryzen 5000G'],
    },
  ],
  ['AM5', 'X670E X670 B650E B650 A620', { native: ['Ryzen 7000'], update: ['Ryzen 8000', 'Ryzen 9000'] }],
  ['AM5', 'X870E X870 B850 B840', { native: ['Ryzen 7000', 'Ryzen 8000', 'Ryzen 9000'] }],
  ['LGA1151', 'Z170 H170 B150 H110 Q170 Q150', { native: ['Core 6'], update: ['Core 7'] }],
  ['LGA1151', 'Z270 H270 B250 Q270 Q250', { native: ['Core 6', 'Core 7'] }],
  ['LGA1151', 'C232 C236', { native: [], maker: ['Core 6', 'Core 7'] }],
  ['LGA1151', 'Z370 H370 B360 H310 Q370', { native: ['Core 8'], update: ['Core 9'] }],
  ['LGA1151', 'Z390 B365', { native: ['Core 8', 'Core 9'] }],
  ['LGA1151', 'C242 C246', { native: [], maker: ['Core 8', 'Core 9'] }],
  ['LGA1200', 'Z490 H470 Q470 W480', { native: ['Core 10'], update: ['Core 11'] }],
  // boards called "V2" or "R2.0" have the silicon of H470
  ['LGA1200', 'H410 B460', { native: ['Core 10'] }],
  ['LGA1200', 'Z590 H570 B560 H510 Q570 W580', { native: ['Core 10', 'Core 11'] }],
  ['LGA1700', 'Z690 H670 B660 H610 Q670 W680', { native: ['Core 12'], update: ['Core 13', 'Core 14'] }],
  ['LGA1700', 'Z790 H770 B760', { native: ['Core 12', 'Core 13'], update: ['Core 14'] }],
  ['LGA1851', 'Z890 B860 H810 W880 Q870', { native: ['Core Ultra 200S'] }],
];

const supportOfChipset: ReadonlyMap<string, Support> = new Map(
  supports.flatMap(([socket, chipsets, support]) =>
    chipsets.split(' ').map((chipset): [string, Support] => [`${socket} ${chipset}`, support]),
  ),
);

/** Undefined: a chipset that the table does not have. */
export function findSupport(
  socket: string,
  chipset: string,
  generation: ProcessorGeneration,
  boardName: string,
): SupportLevel | undefined {
  const support = supportOfChipset.get(`${socket} ${chipset.toUpperCase()}`);
  if (!support) return undefined;
  if (support.native.includes(generation)) return 'native';
  if (support.update?.includes(generation)) return 'update';
  if (support.maker?.includes(generation)) return 'maker';
  const isRenewed = /^(?:H410|B460)$/.test(chipset) && /\b(?:V2|R2\.0)\b/i.test(boardName);
  return isRenewed && generation === 'Core 11' ? 'maker' : 'never';
}
