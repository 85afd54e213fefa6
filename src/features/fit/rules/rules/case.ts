/** The board has the size and screw holes that the case has room for. Source: the case's specification. */
import type { Case, Cooler, GraphicsCard, Motherboard, PowerSupply } from '#catalogue/rules/facts/facts.ts';
import { findBoardSizes } from '#catalogue/rules/facts/spellings.ts';
import { readBoardName } from '#fit/rules/board-names.ts';
import { type Build, listKind, listPairs, listSubjects, sumKnown, sumOver } from '#fit/rules/build.ts';
import {
  type Conclude,
  concludeAbout,
  type Finding,
  joinWords,
  makeFinding,
  missing,
} from '#fit/rules/verdicts.ts';
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

const ordinarySize = /^(?:ATX|Micro ATX|Mini ITX)$/;
const ordinaryOrLargerSize = /^(?:(?:E|XL |Micro )?ATX|Mini ITX|SSI .*)$/;

export function checkBoardInCase(build: Build): Finding[] {
  return listPairs(build, 'Motherboard', 'Case').map(([board, housing]) => {
    const conclude = concludeAbout(boardRule, [board, housing]);
    const { formFactor } = board;
    const boardFormFactors = housing.boardFormFactors ?? findBoardSizes(housing.type);
    if (!formFactor) return conclude('not-known', missing(board, 'the form factor'));
    // of larger sizes a type for ATX says nothing: some towers take them, but no smaller case (OpenDB: none of 1,034)
    const comparedSize = boardFormFactors?.includes('ATX') ? ordinarySize : ordinaryOrLargerSize;
    const isListed = housing.boardFormFactors || comparedSize.test(formFactor);
    if (!boardFormFactors?.length || !isListed)
      return conclude('not-known', missing(housing, 'the sizes of boards'));
    const sizes = `The ${board.name} is ${formFactor}; the ${housing.name} takes ${joinWords(boardFormFactors)}`;
    const isTaken = boardFormFactors.includes(formFactor);
    const hasHoles = largerSizes[formFactor]?.some((size) => boardFormFactors.includes(size));
    if (!isTaken && !hasHoles) return conclude('does-not-fit', () => `${sizes}.`);
    const holes = isTaken ? [] : [`screw holes for ${formFactor}`];
    if (readBoardName(board).hasBackConnectors)
      return conclude(
        { onlyIf: `the case has ${[...holes, 'openings for connectors behind the board'].join(', and ')}` },
        () =>
          `${isTaken ? '' : `${sizes}. `}The ${board.name} has its connectors at the back; whether the ${housing.name} has openings for them, as few cases have, is not known.`,
      );
    return holes.length > 0
      ? conclude(
          { onlyIf: `the case has ${holes.join()}` },
          () => `${sizes}; many have screw holes for that size, too.`,
        )
      : acceptSize(board, housing, formFactor);
  });
}

/** Boards called EATX are 257 to 330 mm wide, and many cases take only the narrower ones. Source: the makers of both. */
function acceptSize(board: Motherboard, housing: Case, formFactor: string): Finding {
  const conclude = concludeAbout(boardRule, [board, housing]);
  return formFactor === 'EATX'
    ? conclude(
        { onlyIf: 'the case is wide enough for that board' },
        () =>
          `The ${housing.name} takes boards of size EATX such as the ${board.name}; such boards are 257 to 330 mm wide, and many cases take only the narrower ones.`,
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
  if (!maxCardLengthMm)
    return leaveToCase(housing, conclude, { name: card.name, mm: lengthMm, what: 'card' });
  const numbers = `The ${card.name} is ${lengthMm} mm long; the ${housing.name} takes ${maxCardLengthMm} mm`;
  if (lengthMm > maxCardLengthMm) return conclude('does-not-fit', () => `${numbers}.`);
  const liquid = coolers.find((cooler) => cooler.isLiquid);
  if (liquid && lengthMm > maxCardLengthMm - frontRadiatorMm)
    return makeFinding(
      lengthRule,
      { onlyIf: 'the radiator is not mounted at the front' },
      [card, housing, liquid],
      () =>
        `${numbers}, and about ${maxCardLengthMm - frontRadiatorMm} mm when the radiator of the ${liquid.name} is mounted at the front.`,
    );
  return conclude('fits', () => `${numbers}.`);
}

/** Towers of ordinary sizes, of which the least is known. Source: 2,200 towers of the OpenDB, 680 with a height. */
const tower = /^(Micro )?ATX (?:Mid|Full|Mini) Tower$/;
const leastMm = { card: 230, cooler: 85 };

type Lying = { name: string; mm: number; what: 'card' | 'cooler' };

/** Where the limit of a case is not known: what no tower is too small for fits, and a buyer can look the rest up. */
export function leaveToCase(housing: Case, conclude: Conclude, { name, mm, what }: Lying): Finding {
  const [type, isMicro] = tower.exec(housing.type ?? '') ?? [];
  const limit = what === 'card' ? 'the longest graphics card' : 'the highest cooler';
  const size = `The ${name} is ${mm} mm ${what === 'card' ? 'long' : 'high'}`;
  if (!type)
    return conclude(
      'not-known',
      () => `Not known: ${limit} of the ${housing.name}; the ${name} needs ${mm} mm.`,
    );
  if (!isMicro && mm <= leastMm[what])
    return conclude('fits', () => `${size}; the ${housing.name} is a tower, and all take that.`);
  return conclude(
    { onlyIf: `the case takes a ${what} of ${mm} mm` },
    () => `${size}; ${limit} of the ${housing.name} is not known.`,
  );
}

/** No card covers more, and towers have as many. */
const mostSlots = 4;

function compareSlots(build: Build, housing: Case): Finding | [] {
  const cards = listKind(build, 'GraphicsCard');
  if (cards.length === 0) return [];
  const conclude = concludeAbout(slotsRule, [...cards.map(({ part }) => part), housing]);
  const readSlots = ({ slotWidth }: GraphicsCard) => (slotWidth ? Math.ceil(slotWidth) : undefined);
  const least = sumKnown(cards, readSlots);
  const { expansionSlots } = housing;
  const names = joinWords(cards.map(({ part }) => part.name));
  const isSingle = cards.length === 1 && cards[0]?.quantity === 1;
  if (
    isSingle &&
    (expansionSlots ?? (tower.test(housing.type ?? '') ? mostSlots : 0)) >= Math.max(least, mostSlots)
  )
    return conclude(
      'fits',
      () =>
        `The ${names} covers ${least > 0 ? countWords(least, 'expansion slot') : 'at most four expansion slots, as all cards'}; the ${housing.name} has ${expansionSlots ?? 'at least four, as all towers'}.`,
    );
  if (!expansionSlots) return conclude('not-known', missing(housing, 'the number of expansion slots'));
  const explain = () =>
    `The ${names} covers ${countWords(least, 'expansion slot')}; the ${housing.name} has ${expansionSlots}.`;
  if (least > expansionSlots) return conclude('does-not-fit', explain);
  if (sumOver(cards, readSlots) === undefined)
    return conclude('not-known', () => `Not known: the thickness of the ${names}.`);
  return conclude('fits', explain);
}

/** Each graphics card finds a slot on the board. Source: the board's specification; Mini ITX has a single slot. */
const cardsOnBoardRule = 'cards-on-board';

export function checkCardsOnBoard(build: Build): Finding[] {
  const cards = listKind(build, 'GraphicsCard');
  const count = cards.reduce((sum, { quantity }) => sum + quantity, 0);
  const names = joinWords(cards.map(({ part }) => part.name));
  return listSubjects(build, 'Motherboard').flatMap((board) => {
    const conclude = concludeAbout(cardsOnBoardRule, [...cards.map(({ part }) => part), board]);
    const slots = board.cardSlots ?? (board.formFactor?.endsWith('Mini ITX') ? 1 : undefined);
    const numbers = () =>
      `The ${names}: ${countWords(count, 'graphics card')}; the ${board.name} has ${countWords(slots ?? 0, 'long slot')}`;
    if (count > (slots ?? count)) return conclude('does-not-fit', () => `${numbers()}.`);
    // a single card is not told of: every ordinary board has a slot for it
    if (count < 2) return [];
    return conclude({ onlyIf: `the board has ${count} long slots, with lanes and room for each card` }, () =>
      slots
        ? `${numbers()}; its manual says which of them can be used together.`
        : `Not known: the slots of the ${board.name}; it would need ${count}.`,
    );
  });
}

/** The power supply has a form that the case takes, and is not too long. Source: the case's specification. */
const supplyRule = 'supply-in-case';

export function checkSupplyInCase(build: Build): Finding[] {
  return listPairs(build, 'PowerSupply', 'Case').flatMap(([supply, housing]) => {
    const form = compareForms(supply, housing);
    return form.verdict === 'does-not-fit' ? form : [form, compareSupplyLength(supply, housing)].flat();
  });
}

/** Towers that take boards of Micro ATX usually have room for an ATX supply, some for SFX alone. */
const smallTower = /^(?:Micro ATX (?:Mid|Mini) Tower|ATX Mini Tower|ATX Test Bench|ATX Desktop)$/;

function compareForms(supply: PowerSupply, housing: Case): Finding {
  const conclude = concludeAbout(supplyRule, [supply, housing]);
  const { form: needed } = supply;
  const { powerSupplyForms: listed, type } = housing;
  if (!needed) return conclude('not-known', missing(supply, 'the form'));
  if (!listed?.length)
    return needed === 'ATX' && smallTower.test(type ?? '')
      ? conclude(
          { onlyIf: 'the case takes an ATX power supply' },
          () =>
            `The ${supply.name} is ATX; the ${housing.name} (${type}) does not say it, but most cases of that type take one.`,
        )
      : conclude('not-known', missing(housing, 'the forms of power supplies'));
  const numbers = `The ${supply.name} is ${needed}; the ${housing.name} takes ${joinWords(listed)}`;
  // SFX-L is SFX with more depth
  if (listed.includes(needed) || (needed === 'SFX' && listed.includes('SFX-L')))
    return conclude('fits', () => `${numbers}.`);
  if (needed === 'SFX-L' && listed.includes('SFX'))
    return conclude(
      { onlyIf: 'the case has room for SFX-L, 130 mm long' },
      () => `${numbers}; SFX-L is 30 mm longer.`,
    );
  // makers sell brackets from the smaller forms to the larger one
  return needed.startsWith('SFX') && listed.includes('ATX')
    ? conclude({ onlyIf: 'a bracket for an SFX power supply comes with one of them' }, () => `${numbers}.`)
    : conclude('does-not-fit', () => `${numbers}.`);
}

const supplyLengthRule = 'supply-length';

/** What cases of ATX size take with their cables. Source: the ATX form factor: 140 mm, and makers' towers of 45 litres and more. */
const usualSupplyMm = { small: 160, large: 200 };

/** Nearly no list says how long a supply may be. */
function compareSupplyLength(supply: PowerSupply, housing: Case): Finding | [] {
  const { lengthMm, form = '' } = supply;
  const longest = housing.sidesMm?.at(-1);
  if (!lengthMm) return [];
  const conclude = concludeAbout(supplyLengthRule, [supply, housing]);
  const length = `The ${supply.name} is ${lengthMm} mm long`;
  if (longest && lengthMm >= longest)
    return conclude(
      'does-not-fit',
      () => `${length}; no side of the ${housing.name} is longer than ${longest} mm.`,
    );
  if (form.startsWith('SFX')) return [];
  const size = isSmall(housing) ? 'small' : 'large';
  return lengthMm > usualSupplyMm[size]
    ? conclude(
        { onlyIf: `the case takes a power supply of ${lengthMm} mm` },
        () =>
          `${length}; what the ${housing.name} takes is not known, and in a ${size} case more than ${usualSupplyMm[size]} mm may meet drives or a radiator.`,
      )
    : [];
}

/** In litres: the limit below which a case has little room beside the usual. */
const smallLitres = 35;

/** Where nothing is known of its size it counts as small. */
function isSmall({ type = '', volumeL }: Case): boolean {
  if (volumeL !== undefined) return volumeL < smallLitres;
  return !/^E?ATX/.test(type);
}

/** The radiator of a liquid cooler has a place in the case. Source: the outer sides of the case; no list says its places. */
const radiatorRule = 'radiator-in-case';

/** A radiator is longer than its fans by its two tanks. */
const radiatorTanksMm = 27;

/** The litres of the smallest cases with a place for such a radiator, and of towers that have one as a rule. */
const radiatorLitres = [
  { fromMm: 80, least: 3, usual: 25 },
  { fromMm: 200, least: 7, usual: 40 },
  { fromMm: 250, least: 10, usual: 50 },
  { fromMm: 300, least: 12, usual: 60 },
  { fromMm: 400, least: 20, usual: Number.POSITIVE_INFINITY },
];

export function checkRadiator(build: Build): Finding[] {
  return listPairs(build, 'Cooler', 'Case').flatMap(([cooler, housing]) => {
    const { radiatorMm, isLiquid } = cooler;
    if (!isLiquid) return [];
    const conclude = concludeAbout(radiatorRule, [cooler, housing]);
    if (!radiatorMm) return conclude('not-known', missing(cooler, 'the length of the radiator'));
    const { volumeL, type = '' } = housing;
    const longest = housing.sidesMm?.at(-1);
    const length = `The ${cooler.name} has a radiator for ${radiatorMm} mm of fans`;
    if (longest && longest < radiatorMm + radiatorTanksMm)
      return conclude(
        'does-not-fit',
        () => `${length}; no side of the ${housing.name} is longer than ${longest} mm.`,
      );
    const litres = radiatorLitres.findLast(({ fromMm }) => radiatorMm >= fromMm);
    if (litres && volumeL && volumeL < litres.least)
      return conclude(
        'does-not-fit',
        () =>
          `${length}; the ${housing.name} has ${volumeL} litres, and the smallest cases with a place for one ${litres.least}.`,
      );
    const isRoomy = litres && volumeL && volumeL >= litres.usual && /^E?ATX (?:Mid|Full) Tower$/.test(type);
    return conclude(
      // where it is mounted stays among what is never checked
      isRoomy ? 'fits' : { onlyIf: `the case has a place for a radiator of ${radiatorMm} mm` },
      () =>
        isRoomy
          ? `${length}; towers of ${volumeL} litres such as the ${housing.name} have a place for one.`
          : `${length}; which ones the ${housing.name} takes is not known.`,
    );
  });
}
