/** The graphics card is short enough for the case, and the case has the slots that it covers. Source: both specifications. */
import { type Build, listKind, listPairs, listSubjects, sumKnown, sumOver } from '#domain/fit/build.ts';
import type { Case, Cooler, GraphicsCard } from '#domain/fit/facts.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { joinWords, missing } from '#domain/fit/wording.ts';
import { countWords } from '#domain/words.ts';

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
  const parts = [card, housing];
  const { lengthMm } = card;
  const { maxCardLengthMm } = housing;
  if (!lengthMm) return makeFinding(lengthRule, 'not-known', parts, () => missing(card, 'the length'));
  if (!maxCardLengthMm)
    return makeFinding(lengthRule, 'not-known', parts, () => missing(housing, 'the longest graphics card'));
  const numbers = `The ${card.name} is ${lengthMm} mm long; the ${housing.name} takes ${maxCardLengthMm} mm`;
  if (lengthMm > maxCardLengthMm) return makeFinding(lengthRule, 'does-not-fit', parts, () => `${numbers}.`);
  const liquid = coolers.find((cooler) => cooler.isLiquid);
  if (liquid && lengthMm > maxCardLengthMm - frontRadiatorMm)
    return makeFinding(
      lengthRule,
      'only-if',
      [...parts, liquid],
      () =>
        `${numbers}, and about ${maxCardLengthMm - frontRadiatorMm} mm with a radiator at the front: only if that of the ${liquid.name} is mounted elsewhere.`,
    );
  return makeFinding(lengthRule, 'fits', parts, () => `${numbers}.`);
}

function compareSlots(build: Build, housing: Case): Finding[] {
  const cards = listKind(build, 'GraphicsCard');
  if (cards.length === 0) return [];
  const parts = [...cards.map(({ part }) => part), housing];
  const readSlots = ({ slotWidth }: GraphicsCard) => (slotWidth ? Math.ceil(slotWidth) : undefined);
  const least = sumKnown(cards, readSlots);
  const { expansionSlots } = housing;
  if (!expansionSlots)
    return [
      makeFinding(slotsRule, 'not-known', parts, () => missing(housing, 'the number of expansion slots')),
    ];
  const names = joinWords(cards.map(({ part }) => part.name));
  const explain = () =>
    `The ${names} covers ${countWords(least, 'expansion slot')}; the ${housing.name} has ${expansionSlots}.`;
  if (least > expansionSlots) return [makeFinding(slotsRule, 'does-not-fit', parts, explain)];
  if (sumOver(cards, readSlots) === undefined)
    return [makeFinding(slotsRule, 'not-known', parts, () => `Not known: the thickness of the ${names}.`)];
  return [makeFinding(slotsRule, 'fits', parts, explain)];
}
