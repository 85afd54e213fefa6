/** Made-up motherboards for tests and benchmarks. */
import { brands, type CategorySamples, pickColor } from '#catalogue/rules/categories/made-values.ts';

export const samples: CategorySamples = {
  complete: {
    socket: 'AM5',
    formFactor: 'ATX',
    chipset: 'X870',
    wireless: 'Wi-Fi 7',
    ddr: 5,
    memorySlots: 4,
    maxMemoryGb: 256,
    memoryForm: 'DIMM',
    ecc: 'Yes',
    registered: 'No',
    m2Slots: 4,
    m2Sizes: '2280, 22110',
    m2Generation: 5,
    m2SataSlots: 0,
    sataPorts: 4,
    flashback: 'Yes',
    cardSlots: 2,
    processorPlugs: 2,
    color: 'Black',
  },
  make(dice) {
    const [socket, ddr, chips] = dice.pick(platforms);
    const formFactor = dice.pick(['ATX', 'Micro ATX', 'ATX', 'Mini ITX', 'EATX']);
    const memorySlots = formFactor === 'Mini ITX' ? 2 : dice.pick([4, 4, 2, 8]);
    return {
      brand: dice.pick(brands.slice(0, 16)),
      name: `${dice.pick(boardSeries)} ${dice.pick(chips)}${formFactor === 'Micro ATX' ? 'M' : ''} ${dice.pick(['WIFI', 'PLUS', 'PRO', 'II', 'D4'])}`,
      specs: {
        socket,
        formFactor,
        ddr: dice.next() < 0.2 ? undefined : ddr,
        memorySlots,
        maxMemoryGb: memorySlots * dice.pick([32, 48, 64, 16, 8]),
        color: pickColor(dice),
      },
      cents: 16_000,
    };
  },
};

const boardSeries =
  `PRIME|TUF GAMING|ROG STRIX|MAG|MPG|AORUS ELITE|EAGLE|Phantom|Steel Legend|PRO RS|Taichi|Creator`.split(
    '|',
  );

const platforms: [socket: string, ddr: number, chips: string[]][] = [
  ['AM5', 5, ['B650', 'X670E', 'B850', 'X870', 'A620']],
  ['LGA1700', 5, ['B760', 'Z790', 'H770', 'Z690', 'H610']],
  ['AM4', 4, ['B550', 'X570', 'B450', 'A520', 'X470']],
  ['LGA1151', 4, ['Z390', 'B365', 'H310', 'Z270']],
  ['LGA1851', 5, ['Z890', 'B860', 'H810']],
  ['LGA1200', 4, ['B460', 'Z590', 'H510']],
  ['LGA1155', 3, ['Z77', 'H61', 'B75']],
  ['AM3+', 3, ['970', '990FX', '760G']],
];
