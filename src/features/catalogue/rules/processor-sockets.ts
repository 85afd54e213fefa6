/** What the socket of a processor says about a motherboard: its memory generation and its possible chipsets. */

/** Where boards of one socket take different memory, there is no `ddr`. Source: the makers' platform overviews. */
const platforms: Readonly<Record<string, { ddr?: number; chipsets: string }>> = {
  AM5: { ddr: 5, chipsets: 'X870E X870 B850 B840 X670E X670 B650E B650 A620' },
  AM4: { ddr: 4, chipsets: 'X570 B550 A520 X470 B450 X370 B350 A320 X300 A300' },
  'AM3+': { ddr: 3, chipsets: '990FX 990X 970 890FX 890GX 880G 870 785G 760G' },
  AM3: { ddr: 3, chipsets: '990FX 990X 970 890FX 890GX 880G 870 790FX 790GX 790X 785G 780G 770 760G' },
  'AM2+': { chipsets: '790FX 790GX 790X 785G 780G 770 760G' },
  AM2: { ddr: 2, chipsets: '790FX 790GX 790X 785G 780G 770 760G' },
  AM1: { ddr: 3, chipsets: '' },
  'FM2+': { ddr: 3, chipsets: 'A88X A85X A78 A75 A68H A58 A55' },
  FM2: { ddr: 3, chipsets: 'A88X A85X A78 A75 A68H A58 A55' },
  FM1: { ddr: 3, chipsets: 'A75 A55' },
  sTR4: { ddr: 4, chipsets: 'X399' },
  TR4: { ddr: 4, chipsets: 'X399' },
  sTRX4: { ddr: 4, chipsets: 'TRX40' },
  sWRX8: { ddr: 4, chipsets: 'WRX80' },
  sTR5: { ddr: 5, chipsets: 'WRX90 TRX50' },
  G34: { ddr: 3, chipsets: '' },
  LGA1851: { ddr: 5, chipsets: 'Z890 W880 Q870 B860 H810' },
  LGA1700: { chipsets: 'Z790 H770 B760 Z690 W680 Q670 H670 B660 H610' },
  LGA1200: { ddr: 4, chipsets: 'Z590 W580 Q570 H570 B560 H510 Z490 W480 Q470 H470 B460 H410' },
  LGA1151: {
    chipsets:
      'Z390 Q370 Z370 H370 B365 B360 H310 C246 C242 Z270 Q270 H270 B250 Z170 Q170 H170 B150 H110 C236 C232',
  },
  LGA1150: { ddr: 3, chipsets: 'Z97 H97 Z87 Q87 H87 Q85 B85 H81 C226 C224 C222' },
  LGA1155: { ddr: 3, chipsets: 'Z77 Z75 Q77 H77 Q75 B75 Z68 P67 H67 Q67 Q65 B65 H61 C216 C206 C204 C202' },
  LGA1156: { ddr: 3, chipsets: 'P55 H57 Q57 H55' },
  LGA1366: { ddr: 3, chipsets: 'X58' },
  LGA2011: { ddr: 3, chipsets: 'X79 C606 C602' },
  'LGA2011-3': { ddr: 4, chipsets: 'X99 C612' },
  LGA2066: { ddr: 4, chipsets: 'X299 C422' },
  LGA3647: { ddr: 4, chipsets: 'C621 C622' },
  LGA4677: { ddr: 5, chipsets: 'W790 C741' },
  LGA775: { chipsets: 'X48 X38 P45 P43 P41 P35 P31 G45 G43 G41 G35 G33 G31 Q45 Q35' },
};

/** 'AM3+/AM3' is two sockets, '2 x LGA2011-3 Narrow' is one: boards are found under each socket that they fit. */
export function splitSockets(socket: string): string[] {
  const names = socket
    .replace(/^\d+ x /i, '')
    .split('/')
    .map((name) => name.replace(/ narrow$/i, '').trim());
  return [...new Set(names.filter(Boolean))];
}

/**
 * Sockets that take the same coolers, by the mount. Source: Intel's thermal design guides (LGA115x and LGA1200; LGA2011,
 * LGA2011-3 and LGA2066) and AMD's (the frame from AM2 to AM3+ and FM2+; sTR4, sTRX4 and sWRX8).
 */
const socketsOfMount: Readonly<Record<string, readonly string[]>> = {
  LGA115x: ['LGA1150', 'LGA1151', 'LGA1155', 'LGA1156', 'LGA1200'],
  LGA2011: ['LGA2011', 'LGA2011-3', 'LGA2066'],
  'AM2 to AM3+': ['AM2', 'AM2+', 'AM3', 'AM3+', 'FM1', 'FM2', 'FM2+'],
  sTR4: ['sTR4', 'TR4', 'sTRX4', 'sWRX8'],
};

export const findMount = (socket: string) =>
  Object.keys(socketsOfMount).find((mount) => socketsOfMount[mount]?.includes(socket)) ?? socket;

/** A cooler for AM3 is one for AM3+, too. */
export const listSocketsOfMount = (socket: string) => socketsOfMount[findMount(socket)] ?? [socket];

/** Undefined where boards of the socket take different memory. */
export function findMemoryGeneration(socket: string): number | undefined {
  const generations = new Set(splitSockets(socket).map((name) => platforms[name]?.ddr));
  const [generation] = generations;
  return generations.size === 1 ? generation : undefined;
}

/** By the last generation of Intel's Core that had the socket. Source: Intel's ARK. */
const coreSockets: readonly [generation: number, socket: string | undefined][] = [
  [1, undefined],
  [3, 'LGA1155'],
  [4, 'LGA1150'],
  [5, undefined],
  [9, 'LGA1151'],
  [11, 'LGA1200'],
  [14, 'LGA1700'],
];

/** Undefined for a generation that no boards for desktops are of, or that is not known. */
export function findCoreSocket(generation: number): string | undefined {
  return coreSockets.find(([last]) => generation <= last)?.[1];
}

/** The socket of the boards with this chipset; undefined where several sockets have it. */
export function findSocketOfChipset(chipset: string): string | undefined {
  const sockets = Object.keys(platforms).filter((socket) =>
    platforms[socket]?.chipsets.toLowerCase().split(' ').includes(chipset.toLowerCase()),
  );
  return sockets.length === 1 ? sockets[0] : undefined;
}

/** The chipset that the name of a board says: 'B650' of 'B650M-A WIFI', 'Z77' of 'P8Z77-V'. */
export function findChipset(socket: string, name: string): string | undefined {
  const chipsets = splitSockets(socket).flatMap((each) => platforms[each]?.chipsets.split(' ') ?? []);
  return chipsets.filter(Boolean).find((chipset) => {
    // makers write up to two letters before it: 'AB350', 'DX79SR', 'MA785GM'
    const before = /^\d/.test(chipset) ? '(?<!\\d|[A-Za-z]{3})' : '(?<![A-Za-z]{2})';
    return new RegExp(`${before}${chipset}(?!\\d)`, 'i').test(name);
  });
}
