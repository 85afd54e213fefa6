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
    ...listSubjects(build, 'Motherboard').flatMap((board) => [
      ...(unknown
        ? [
            makeFinding(
              m2Rule,
              'not-known',
              [unknown.part, board],
              () =>
                `Not known: whether the ${board.name} has a place for the ${unknown.part.name}, which is of no form that we compare.`,
            ),
          ]
        : []),
      ...compareM2(drives, board),
      ...compareSata(drives, board),
      ...compareOthers(drives, board),
    ]),
    ...listSubjects(build, 'Case').flatMap((housing) => compareBays(drives, housing)),
  ];
}

function compareM2(drives: Drives, board: Motherboard): Finding[] {
  const cards = drives.filter(({ part }) => part.form === 'M.2');
  if (cards.length === 0) return [];
  const conclude = concludeAbout(m2Rule, [...cards.map(({ part }) => part), board]);
  const names = joinWords(cards.map(({ part }) => part.name));
  const count = countUnits(cards);
  const { m2Slots } = board;
  if (!m2Slots) return [compareLengths(cards, count, board)];
  const explain = () =>
    `The ${names}: ${countWords(count, 'M.2 drive')}; the ${board.name} has ${countWords(m2Slots.length, 'M.2 slot')}`;
  if (count > m2Slots.length) return [conclude('does-not-fit', () => `${explain()}.`)];
  const refused = cards.find(({ part }) => isRefused(m2Slots, part));
  if (refused)
    return [
      conclude(
        'does-not-fit',
        () =>
          `The ${refused.part.name} is an M.2 drive of SATA; of the ${countWords(m2Slots.length, 'M.2 slot')} of the ${board.name}, 0 take such drives.`,
      ),
    ];
  const odd = cards.find(({ part }) => !m2Slots.some((slot) => takes(slot, part)));
  if (odd)
    return [
      conclude(
        'only-if',
        () =>
          `The ${odd.part.name} (${spellM2(odd.part)}) runs in the ${board.name} only if one of its ${countWords(m2Slots.length, 'M.2 slot')} takes such a drive, which its list does not say.`,
      ),
    ];
  return [
    board.hasVerifiedSlots || count === 1
      ? conclude('fits', () => `${explain()}.`)
      : conclude('only-if', () => `${explain()}: only if its manual says so, too.`),
  ];
}

/** Of a board whose number of slots is not known: for one drive the lengths decide. */
function compareLengths(cards: Drives, count: number, board: Motherboard): Finding {
  const [first] = cards;
  const lengthsMm = board.m2LengthsMm ?? [];
  const isOne = first && count === 1 && first.part.bus === 'NVMe' && first.part.m2LengthMm;
  const conclude = concludeAbout(m2Rule, [...cards.map(({ part }) => part), board]);
  return isOne && lengthsMm.includes(isOne)
    ? conclude(
        'fits',
        () => `The ${first.part.name} is ${isOne} mm long; the ${board.name} has an M.2 slot for that.`,
      )
    : conclude('not-known', missing(board, 'the number of M.2 slots'));
}

function isRefused(slots: readonly M2Slot[], { bus }: Drive): boolean {
  return bus === 'SATA' && slots.every(({ takesSata }) => takesSata === false);
}

/** For certain. */
function takes(slot: M2Slot, { m2LengthMm, bus }: Drive): boolean {
  const isLongEnough = m2LengthMm !== undefined && slot.lengthsMm.includes(m2LengthMm);
  return isLongEnough && (bus === 'NVMe' || (bus === 'SATA' && slot.takesSata === true));
}

const spellM2 = ({ m2LengthMm, bus }: Drive) =>
  [m2LengthMm === undefined ? 'M.2' : `M.2, ${m2LengthMm} mm`, bus].filter(Boolean).join(', ');

/** Boards often switch SATA ports off when an M.2 slot is used. */
const sharedPorts = 2;

function compareSata(drives: Drives, board: Motherboard): Finding[] {
  const cabled = drives.filter(({ part }) => part.form && part.form !== 'M.2' && part.bus === 'SATA');
  if (cabled.length === 0) return [];
  const conclude = concludeAbout(sataRule, [...cabled.map(({ part }) => part), board]);
  const names = joinWords(cabled.map(({ part }) => part.name));
  const count = countUnits(cabled);
  const { sataPorts } = board;
  if (sataPorts === undefined) return [conclude('not-known', missing(board, 'the SATA ports'))];
  const explain = () =>
    `The ${names}: ${countWords(count, 'SATA drive')}; the ${board.name} has ${countWords(sataPorts, 'SATA port')}`;
  if (count > sataPorts) return [conclude('does-not-fit', () => `${explain()}.`)];
  const cards = countUnits(drives.filter(({ part }) => part.form === 'M.2'));
  if (cards > 0 && count > sataPorts - sharedPorts)
    return [
      conclude(
        'only-if',
        () =>
          `${explain()}: only if ${countWords(cards, 'M.2 drive')} in its slots do not switch some of them off, which its manual says.`,
      ),
    ];
  return [conclude('fits', () => `${explain()}.`)];
}

/** Drives of SAS, U.2 or the old parallel port, and those whose interface is not stated. */
function compareOthers(drives: Drives, board: Motherboard): Finding[] {
  return drives
    .filter(({ part }) => part.form && part.form !== 'M.2' && part.bus !== 'SATA')
    .map(({ part }) =>
      makeFinding(
        sataRule,
        'not-known',
        [part, board],
        () =>
          `Not known: whether the ${board.name} has a port for the ${part.name}, which is no SATA drive for certain.`,
      ),
    );
}

function compareBays(drives: Drives, housing: Case): Finding[] {
  const large = drives.filter(({ part }) => part.form === '3.5"');
  if (large.length === 0) return [];
  const conclude = concludeAbout(baysRule, [...large.map(({ part }) => part), housing]);
  const count = countUnits(large);
  const { bays35 } = housing;
  if (bays35 === undefined) return [conclude('not-known', missing(housing, 'the bays for 3.5-inch drives'))];
  const names = joinWords(large.map(({ part }) => part.name));
  return [
    conclude(
      count <= bays35 ? 'fits' : 'does-not-fit',
      () =>
        `The ${names}: ${countWords(count, '3.5-inch drive')}; the ${housing.name} has ${countWords(bays35, 'such bay')}.`,
    ),
  ];
}

const countUnits = (drives: Drives) => drives.reduce((sum, { quantity }) => sum + quantity, 0);
