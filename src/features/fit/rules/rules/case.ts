/** The board has the size and screw holes that the case has room for. Source: the case's specification. */

import type { Case, Cooler, GraphicsCard, Motherboard } from '#catalogue/rules/facts/facts.ts';
import { spellSupplyForm } from '#catalogue/rules/facts/spellings.ts';
import { type Build, listKind, listPairs, listSubjects, sumKnown, sumOver } from '#fit/rules/build.ts';
import { concludeAbout, type Finding, joinWords, makeFinding, missing } from '#fit/rules/verdicts.ts';
import { countWords } from '#kernel/words.ts';

const boardRule = 'board-in-case';

/** Larger sizes whose screw holes a board of the size shares. Source: the ATX, Mini-ITX and SSI specifications. */
const largerSizes: Readonly<Record<string, readonly string[]>> = {
  'Thin Mini ITX': ['Mini ITX', 'Micro ATX', 'ATX'],
  'Mini ITX': ['Micro ATX', 'ATX'],
  'Mini DTX': ['Micro ATX', 'ATX'],
  'Flex ATX': ['Micro ATX', 'ATX'],
  'Micro ATX': ['ATX'],
  'SSI CEB': ['EATX', 'SSI EEB'],
  'SSI EEB': ['EATX'],
};

export function checkBoardInCase(build: Build): Finding[] {
  return listPairs(build, 'Motherboard', 'Case').map(([board, housing]) => {
    const conclude = concludeAbout(boardRule, [board, housing]);
    const { formFactor } = board;
    const { boardFormFactors } = housing;
    if (!formFactor) return conclude('not-known', missing(board, 'the form factor'));
    if (!boardFormFactors?.length) return conclude('not-known', missing(housing, 'the sizes of boards'));
    const sizes = `The ${board.name} is ${formFactor}; the ${housing.name} takes ${joinWords(boardFormFactors)}`;
    if (boardFormFactors.includes(formFactor)) return acceptSize(board, housing, formFactor);
    return largerSizes[formFactor]?.some((size) => boardFormFactors.includes(size))
      ? conclude('only-if', () => `${sizes}: only if it has screw holes for that size, too, as many have.`)
      : conclude('does-not-fit', () => `${sizes}.`);
  });
}

/** Boards called EATX are 257 to 330 mm wide, and many cases take only the narrower ones. Source: the makers of both. */
function acceptSize(board: Motherboard, housing: Case, formFactor: string): Finding {
  const conclude = concludeAbout(boardRule, [board, housing]);
  return formFactor === 'EATX'
    ? conclude(
        'only-if',
        () =>
          `The ${housing.name} takes boards of size EATX such as the ${board.name} only if it is wide enough: such boards are 257 to 330 mm wide.`,
      )
    : conclude(
        'fits',
        () => `The ${housing.name} takes boards of size ${formFactor} such as the ${board.name}.`,
      );
}

/** The graphics card is short enough for the case, and the case has the slots that it covers. Source: both specifications. */
const lengthRule = 'card-length';
const slotsRule = 'card-slots';

/** A radiator of 30 mm with fans of 25 mm behind the front panel takes it from the length. */
const frontRadiatorMm = 55;

export function checkCardInCase(build: Build): Finding[] {
  const coolers = listKind(build, 'Cooler').map(({ part }) => part);
  return [
    ...listPairs(build, 'GraphicsCard', 'Case', 'Cooler').map(([card, housing]) =>
      compareLength(card, housing, coolers),
    ),
    ...listSubjects(build, 'Case').flatMap((housing) => compareSlots(build, housing)),
  ];
}

function compareLength(card: GraphicsCard, housing: Case, coolers: readonly Cooler[]): Finding {
  const conclude = concludeAbout(lengthRule, [card, housing]);
  const { lengthMm } = card;
  const { maxCardLengthMm } = housing;
  if (!lengthMm) return conclude('not-known', missing(card, 'the length'));
  if (!maxCardLengthMm) return conclude('not-known', missing(housing, 'the longest graphics card'));
  const numbers = `The ${card.name} is ${lengthMm} mm long; the ${housing.name} takes ${maxCardLengthMm} mm`;
  if (lengthMm > maxCardLengthMm) return conclude('does-not-fit', () => `${numbers}.`);
  const liquid = coolers.find((cooler) => cooler.isLiquid);
  if (liquid && lengthMm > maxCardLengthMm - frontRadiatorMm)
    return makeFinding(
      lengthRule,
      'only-if',
      [card, housing, liquid],
      () =>
        `${numbers}, and about ${maxCardLengthMm - frontRadiatorMm} mm with a radiator at the front: only if that of the ${liquid.name} is mounted elsewhere.`,
    );
  return conclude('fits', () => `${numbers}.`);
}

function compareSlots(build: Build, housing: Case): Finding[] {
  const cards = listKind(build, 'GraphicsCard');
  if (cards.length === 0) return [];
  const conclude = concludeAbout(slotsRule, [...cards.map(({ part }) => part), housing]);
  const readSlots = ({ slotWidth }: GraphicsCard) => (slotWidth ? Math.ceil(slotWidth) : undefined);
  const least = sumKnown(cards, readSlots);
  const { expansionSlots } = housing;
  if (!expansionSlots) return [conclude('not-known', missing(housing, 'the number of expansion slots'))];
  const names = joinWords(cards.map(({ part }) => part.name));
  const explain = () =>
    `The ${names} covers ${countWords(least, 'expansion slot')}; the ${housing.name} has ${expansionSlots}.`;
  if (least > expansionSlots) return [conclude('does-not-fit', explain)];
  if (sumOver(cards, readSlots) === undefined)
    return [conclude('not-known', () => `Not known: the thickness of the ${names}.`)];
  return [conclude('fits', explain)];
}

/** Each graphics card finds a slot on the board. Source: the Mini-ITX specification has a single slot. */
const cardsOnBoardRule = 'cards-on-board';

/** A single card is not told of: every ordinary board has a slot for it. */
export function checkCardsOnBoard(build: Build): Finding[] {
  const cards = listKind(build, 'GraphicsCard');
  const count = cards.reduce((sum, { quantity }) => sum + quantity, 0);
  if (count < 2) return [];
  const names = joinWords(cards.map(({ part }) => part.name));
  return listSubjects(build, 'Motherboard').map((board) => {
    const conclude = concludeAbout(cardsOnBoardRule, [...cards.map(({ part }) => part), board]);
    return board.formFactor?.endsWith('Mini ITX')
      ? conclude(
          'does-not-fit',
          () =>
            `The ${names}: ${count} graphics cards; the ${board.name} is ${board.formFactor}, which has 1 slot.`,
        )
      : conclude(
          'only-if',
          () =>
            `The ${names}: ${count} graphics cards; they run in the ${board.name} only if it has that many long slots, with lanes and room for each.`,
        );
  });
}

/** The power supply has a form that the case takes. Source: the case's specification. */
const supplyRule = 'supply-in-case';

export function checkSupplyInCase(build: Build): Finding[] {
  return listPairs(build, 'PowerSupply', 'Case').map(([supply, housing]) => {
    const conclude = concludeAbout(supplyRule, [supply, housing]);
    const { form } = supply;
    const { powerSupplyForms } = housing;
    if (!form) return conclude('not-known', missing(supply, 'the form'));
    if (!powerSupplyForms?.length)
      return conclude('not-known', missing(housing, 'the forms of power supplies'));
    const needed = spellSupplyForm(form);
    const listed = powerSupplyForms.map(spellSupplyForm);
    const numbers = `The ${supply.name} is ${form}; the ${housing.name} takes ${joinWords(powerSupplyForms)}`;
    // SFX-L is SFX with more depth
    if (listed.includes(needed) || (needed === 'SFX' && listed.includes('SFX-L')))
      return conclude('fits', () => `${numbers}.`);
    // makers sell brackets from the smaller forms to the larger one
    return needed.startsWith('SFX') && listed.includes('ATX')
      ? conclude('only-if', () => `${numbers}: only if it comes with a bracket for that.`)
      : conclude('does-not-fit', () => `${numbers}.`);
  });
}
