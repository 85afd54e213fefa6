/** Every drive finds a slot, a port and a bay. Source: the specifications of board and case. */
import type { Case, Drive, M2Slot, Motherboard } from '#catalogue/rules/facts/facts.ts';
import { type Build, listKind, listSubjects } from '#fit/rules/build.ts';
import { concludeAbout, type Finding, joinWords, makeFinding, missing } from '#fit/rules/verdicts.ts';
import { countWords } from '#kernel/words.ts';

const m2Rule = 'm2-slots';
const sataRule = 'sata-ports';
const baysRule = 'drive-bays';

type Drives = readonly { part: Drive; quantity: number }[];

export function checkDrives(build: Build): Finding[] {
  const drives = listKind(build, 'Drive');
  if (drives.length === 0) return [];
  const unknown = drives.find(({ part }) => !part.form);
  return [
    ...listSubjects(build, 'Motherboard').flatMap((board) =>
      [
        unknown
          ? makeFinding(
              m2Rule,
              'not-known',
              [unknown.part, board],
              () =>
                `Not known: whether the ${board.name} has a place for the ${unknown.part.name}, of which no form that we compare is stated.`,
            )
          : [],
        compareM2(drives, board),
        compareM2Speed(drives, board),
        compareStart(drives, board),
        compareSata(drives, board),
        compareOthers(drives, board),
      ].flat(),
    ),
    ...listSubjects(build, 'Case').flatMap((housing) => compareBays(drives, housing)),
  ];
}

function compareM2(drives: Drives, board: Motherboard): Finding | [] {
  const cards = drives.filter(({ part }) => part.form === 'M.2');
  if (cards.length === 0) return [];
  const conclude = concludeAbout(m2Rule, [...cards.map(({ part }) => part), board]);
  const names = joinWords(cards.map(({ part }) => part.name));
  const count = countUnits(cards);
  const { m2Slots } = board;
  if (!m2Slots && socketsBeforeM2.test(board.socket ?? ''))
    return conclude(
      'does-not-fit',
      () =>
        `The ${names}: ${countWords(count, 'M.2 drive')}; the ${board.name} with socket ${board.socket} is older than M.2 slots.`,
    );
  if (!m2Slots) return compareLengths(cards, count, board);
  const explain = () =>
    `The ${names}: ${countWords(count, 'M.2 drive')}; the ${board.name} has ${countWords(m2Slots.length, 'M.2 slot')}`;
  if (count > m2Slots.length) return conclude('does-not-fit', () => `${explain()}.`);
  const ofSata = cards.filter(({ part }) => part.bus === 'SATA');
  const sataSlots = m2Slots.filter(({ takesSata }) => takesSata !== false).length;
  if (countUnits(ofSata) > sataSlots)
    return conclude(
      'does-not-fit',
      () =>
        `The ${joinWords(ofSata.map(({ part }) => part.name))}: ${countWords(countUnits(ofSata), 'M.2 drive')} of SATA; of the ${countWords(m2Slots.length, 'M.2 slot')} of the ${board.name}, ${sataSlots} take such drives.`,
    );
  const odd = cards.find(({ part }) => !m2Slots.some((slot) => takes(slot, part)));
  if (odd)
    return conclude(
      {
        onlyIf: `one of the board’s M.2 slots takes ${odd.part.bus === 'SATA' ? 'drives of SATA' : 'that drive'}`,
      },
      () =>
        `The ${odd.part.name} is ${spellM2(odd.part)}; the ${board.name} has ${countWords(m2Slots.length, 'M.2 slot')}, and its list does not name such drives${odd.part.bus === 'SATA' ? ': newer boards take those of PCIe alone' : ''}.`,
    );
  return conclude(
    count === 1 ? 'fits' : { onlyIf: 'the manual of the board confirms its M.2 slots' },
    () => `${explain()}.`,
  );
}

/** A newer drive works in an older slot. Source: PCI Express. */
function compareM2Speed(drives: Drives, board: Motherboard): Finding[] {
  const { m2Generation } = board;
  if (m2Generation === undefined) return [];
  return drives
    .filter(({ part }) => part.form === 'M.2' && (part.pcieGeneration ?? 0) > m2Generation)
    .map(({ part }) =>
      makeFinding(
        'm2-speed',
        'fits',
        [part, board],
        () =>
          `The ${part.name} is of PCIe ${part.pcieGeneration}.0; the fastest M.2 slot of the ${board.name} is of PCIe ${m2Generation}.0, whose speed the drive has there.`,
      ),
    );
}

/** M.2 came in 2013, with boards of LGA1150. Source: Intel's overview of the 9 series. */
const socketsBeforeM2 = /^(?:AM2\+?|AM3|FM1|LGA(?:775|1155|1156|1366))$/;

/** Every board of theirs has one for PCIe drives of 80 mm. Source: the makers' pages of boards. */
const socketsWithM2 = /^(?:AM5|LGA1851)$/;

/** Of a board whose number of slots is not known: for one drive the lengths decide. */
function compareLengths(cards: Drives, count: number, board: Motherboard): Finding {
  const [first] = cards;
  const lengthsMm = board.m2LengthsMm ?? (socketsWithM2.test(board.socket ?? '') ? [80] : []);
  const isOne = first && count === 1 && first.part.bus === 'NVMe' && first.part.m2LengthMm;
  const conclude = concludeAbout(m2Rule, [...cards.map(({ part }) => part), board]);
  if (isOne && lengthsMm.includes(isOne))
    return conclude(
      'fits',
      () => `The ${first.part.name} is ${isOne} mm long; the ${board.name} has an M.2 slot for that.`,
    );
  const explain = missing(board, 'the M.2 slots');
  if (!board.socket) return conclude('not-known', explain);
  const kinds = joinWords([...new Set(cards.map(({ part }) => spellM2(part)))]);
  const needs = count === 1 ? 'an M.2 slot' : `${count} M.2 slots`;
  return conclude({ onlyIf: `the board has ${needs} for a drive of ${kinds.replace('M.2, ', '')}` }, explain);
}

/**
 * Sockets whose boards came before starting from NVMe, or have it by an update alone. Source: the makers' lists of firmware: it came
 * with the chipsets of the 9 series and X99, and is in all boards of LGA1151 and AM4.
 */
const oldSockets = /^(?:AM1|AM3\+|FM2\+?|LGA1150|LGA2011(?:-3)?)$/;

function compareStart(drives: Drives, board: Motherboard): Finding | [] {
  const nvme = drives.find(({ part }) => part.form === 'M.2' && part.bus === 'NVMe')?.part;
  if (!nvme || !oldSockets.test(board.socket ?? '')) return [];
  return makeFinding(
    'nvme-start',
    { onlyIf: 'the firmware (BIOS) can start from NVMe, or another drive has the system' },
    [nvme, board],
    () =>
      `The ${nvme.name} speaks NVMe; boards of socket ${board.socket} such as the ${board.name} start from it after an update, if at all.`,
  );
}

/** For certain. */
function takes(slot: M2Slot, { m2LengthMm, bus }: Drive): boolean {
  const isLongEnough = m2LengthMm !== undefined && slot.lengthsMm.includes(m2LengthMm);
  return isLongEnough && (bus === 'NVMe' || (bus === 'SATA' && slot.takesSata === true));
}

const spellM2 = ({ m2LengthMm, bus }: Drive) =>
  [m2LengthMm === undefined ? 'M.2' : `M.2, ${m2LengthMm} mm`, bus].filter(Boolean).join(', ');

const isCabled = ({ form, bus }: Drive) => bus === 'SATA' && (form === '2.5"' || form === '3.5"');

/** Boards often switch SATA ports off when an M.2 slot is used. */
const sharedPorts = 2;

/** What boards of ordinary sizes have at least. Source: the makers' pages of boards; not verified of each. */
const leastPorts = 2;

function compareSata(drives: Drives, board: Motherboard): Finding | [] {
  const cabled = drives.filter(({ part }) => isCabled(part));
  if (cabled.length === 0) return [];
  const conclude = concludeAbout(sataRule, [...cabled.map(({ part }) => part), board]);
  const names = joinWords(cabled.map(({ part }) => part.name));
  const count = countUnits(cabled);
  const { sataPorts } = board;
  if (sataPorts === undefined)
    return count <= leastPorts && /^(?:E|Micro )?ATX$/.test(board.formFactor ?? '')
      ? conclude(
          'fits',
          () =>
            `The ${names}: ${countWords(count, 'SATA drive')}; boards of size ${board.formFactor} such as the ${board.name} have at least two SATA ports.`,
        )
      : conclude(
          { onlyIf: `the board has ${countWords(count, 'SATA port')}` },
          missing(board, 'the SATA ports'),
        );
  const explain = () =>
    `The ${names}: ${countWords(count, 'SATA drive')}; the ${board.name} has ${countWords(sataPorts, 'SATA port')}`;
  if (count > sataPorts) return conclude('does-not-fit', () => `${explain()}.`);
  const cards = countUnits(drives.filter(({ part }) => part.form === 'M.2'));
  if (cards > 0 && count > sataPorts - sharedPorts)
    return conclude(
      { onlyIf: 'used M.2 slots switch no SATA port off that is needed' },
      () =>
        `${explain()}, and ${countWords(cards, 'M.2 drive')} may switch some of them off; its manual says which.`,
    );
  return conclude('fits', () => `${explain()}.`);
}

/** What board or an adapter must have for it. Source: the specifications of each interface. */
const adapters: readonly [needs: string, isFor: (drive: Drive) => boolean][] = [
  ['a free PCIe slot', ({ form }) => form === 'PCIe card'],
  ['an mSATA slot', ({ form }) => form === 'mSATA'],
  ['a SAS port, or you have a controller', ({ bus }) => bus === 'SAS'],
  ['a parallel (IDE) port, or you have an adapter', ({ bus }) => bus === 'PATA'],
  ['a U.2 port, or you have an adapter', ({ bus, form }) => bus === 'NVMe' && form === '2.5"'],
];

export const findAdapter = (drive: Drive) => adapters.find(([, isFor]) => isFor(drive))?.[0];

/** Drives that go neither into an M.2 slot nor to a SATA port, and those whose interface is not stated. */
function compareOthers(drives: Drives, board: Motherboard): Finding[] {
  return drives
    .filter(({ part }) => part.form && part.form !== 'M.2' && !isCabled(part))
    .map(({ part }) => {
      const conclude = concludeAbout(sataRule, [part, board]);
      const needs = findAdapter(part);
      return needs
        ? conclude(
            { onlyIf: `the board has ${needs}` },
            () => `The ${part.name} needs ${needs}; whether the ${board.name} has one is not known.`,
          )
        : conclude(
            'not-known',
            () =>
              `Not known: whether the ${board.name} has a port for the ${part.name}, which is no SATA drive for certain.`,
          );
    });
}

function compareBays(drives: Drives, housing: Case): Finding | [] {
  const large = drives.filter(({ part }) => part.form === '3.5"');
  if (large.length === 0) return [];
  const conclude = concludeAbout(baysRule, [...large.map(({ part }) => part), housing]);
  const count = countUnits(large);
  const { bays35 } = housing;
  if (bays35 === undefined) return conclude('not-known', missing(housing, 'the bays for 3.5-inch drives'));
  const names = joinWords(large.map(({ part }) => part.name));
  return conclude(
    count <= bays35 ? 'fits' : 'does-not-fit',
    () =>
      `The ${names}: ${countWords(count, '3.5-inch drive')}; the ${housing.name} has ${countWords(bays35, 'such bay')}.`,
  );
}

const countUnits = (drives: Drives) => drives.reduce((sum, { quantity }) => sum + quantity, 0);
