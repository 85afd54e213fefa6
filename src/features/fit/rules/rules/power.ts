/** The power supply carries what everything draws at its peak, with a fifth to spare, and has the cards' connectors. */
import type { GraphicsCard, Motherboard, PowerSupply } from '#catalogue/rules/facts/facts.ts';
import { findChip } from '#catalogue/rules/graphics-chips.ts';
import { type Build, listKind, listPairs, listSubjects } from '#fit/rules/build.ts';
import { estimateCardWatts, sumPowerDraw } from '#fit/rules/power-draw.ts';
import { type Conclude, concludeAbout, type Finding, joinWords, missing } from '#fit/rules/verdicts.ts';
import { countWords } from '#kernel/words.ts';

const wattsRule = 'power-watts';
const recommendedRule = 'power-recommended';
const connectorsRule = 'power-connectors';

const processorPlugsRule = 'processor-plugs';

/** What is to spare, so that it stays quiet and an aged power supply holds. */
const headroom = 1.2;

export function checkPower(build: Build): Finding[] {
  return [
    ...listSubjects(build, 'PowerSupply').flatMap((supply) => compareWatts(build, supply)),
    ...listPairs(build, 'GraphicsCard', 'PowerSupply').flatMap(([card, supply]) =>
      compareRecommended(card, supply),
    ),
    ...listSubjects(build, 'PowerSupply').flatMap((supply) => compareConnectors(build, supply)),
    ...listPairs(build, 'Motherboard', 'PowerSupply').flatMap(([board, supply]) =>
      compareProcessorPlugs(board, supply),
    ),
  ];
}

export type PowerView = {
  sentence: string;
  /** Of what a power supply gives whose watts are known. */
  load: { percent: number; level: 'enough' | 'scarce' | 'too-little' } | undefined;
};

/** What everything draws at its peak, beside what the power supply gives: of several the weakest. */
export function describePower(build: Build): PowerView | undefined {
  const { watts, unknown } = sumPowerDraw(build);
  if (watts === 0) return undefined;
  const draws = `Draws up to about ${watts} W${unknown.length > 0 ? `, without the ${unknown.join(', ')}` : ''}`;
  const supplies = listKind(build, 'PowerSupply').map(({ part }) => part.watts);
  if (supplies.length === 0) {
    const advice = `Choose a power supply of ${Math.ceil(watts * headroom)} W or more.`;
    return { sentence: `${draws}. ${advice}`, load: undefined };
  }
  const known = supplies.filter((each) => each !== undefined);
  if (known.length < supplies.length)
    return { sentence: `${draws}. What the power supply gives is not known.`, load: undefined };
  const given = Math.min(...known);
  const needed = Math.ceil(watts * headroom);
  const level = watts > given ? 'too-little' : needed > given ? 'scarce' : 'enough';
  const advice = {
    enough: 'enough, with a fifth to spare',
    scarce: `enough, but less than the ${needed} W that leave a fifth to spare`,
    'too-little': 'too little',
  };
  return {
    sentence: `${draws}; the power supply gives ${given} W: ${advice[level]}.`,
    load: { percent: Math.min(100, Math.round((watts / given) * 100)), level },
  };
}

/** Without processor and card there is nothing to compare with. */
function compareWatts(build: Build, supply: PowerSupply): Finding | [] {
  const consumers = build.parts.filter(
    ({ part }) => part.kind === 'Processor' || part.kind === 'GraphicsCard',
  );
  if (consumers.length === 0 || build.subject?.part.kind === 'Case') return [];
  const conclude = concludeAbout(wattsRule, [
    ...build.parts
      .filter(({ part }) => part.kind !== 'Case' && part.kind !== 'PowerSupply')
      .map(({ part }) => part),
    supply,
  ]);
  if (!supply.watts) return conclude('not-known', missing(supply, 'the watts'));
  const { watts, unknown } = sumPowerDraw(build);
  const needed = Math.ceil(watts * headroom);
  const explain = () =>
    `All parts draw up to about ${watts} W, which is ${needed} W with a fifth to spare; the ${supply.name} gives ${supply.watts} W.`;
  if (watts > supply.watts) return conclude('does-not-fit', explain);
  if (unknown.length > 0)
    return conclude('not-known', () => `Not known: the watts of the ${joinWords(unknown)}.`);
  return conclude(
    needed > supply.watts ? { onlyIf: 'all parts never draw their peak together' } : 'fits',
    explain,
  );
}

/** A second socket on the board is for processors that are overclocked. */
function compareProcessorPlugs(board: Motherboard, supply: PowerSupply): Finding | [] {
  const { processorPlugs: sockets } = board;
  const { processorPlugs: plugs } = supply;
  if (!sockets || !plugs) return [];
  const conclude = concludeAbout(processorPlugsRule, [board, supply]);
  const numbers = `The ${board.name} has ${countWords(sockets, 'socket')} for the processor’s power; the ${supply.name} has ${countWords(plugs, 'such plug')}.`;
  return conclude(
    plugs >= sockets ? 'fits' : { onlyIf: `the board runs with ${countWords(plugs, 'processor plug')}` },
    () => numbers,
  );
}

function compareRecommended(card: GraphicsCard, supply: PowerSupply): Finding | [] {
  const recommended = findChip(card.chip)?.recommended;
  const { watts } = supply;
  if (!recommended || !watts) return [];
  const conclude = concludeAbout(recommendedRule, [card, supply]);
  const numbers = `For the ${card.name}, the chip’s maker recommends ${recommended} W; the ${supply.name} gives ${watts} W`;
  return watts >= recommended
    ? conclude('fits', () => `${numbers}.`)
    : conclude({ onlyIf: `the card’s maker accepts ${watts} W` }, () => `${numbers}.`);
}

type Connectors = { eightPin: number; sixteenPin: number };

/** A plug of 6 + 2 pins serves sockets of six and of eight. */
function compareConnectors(build: Build, supply: PowerSupply): Finding | [] {
  const cards = listKind(build, 'GraphicsCard');
  if (cards.length === 0) return [];
  const conclude = concludeAbout(connectorsRule, [...cards.map(({ part }) => part), supply]);
  const count = cards.reduce((sum, { quantity }) => sum + quantity, 0);
  const [unknown] = cards
    .flatMap(({ part }) => (!part.connectors && needsPlug(part) ? [part] : []))
    .sort((one, other) => (estimateCardWatts(other) ?? 0) - (estimateCardWatts(one) ?? 0));
  const needed: Connectors = { eightPin: 0, sixteenPin: 0 };
  for (const { part, quantity } of cards) {
    needed.eightPin += ((part.connectors?.sixPin ?? 0) + (part.connectors?.eightPin ?? 0)) * quantity;
    needed.sixteenPin += (part.connectors?.sixteenPin ?? 0) * quantity;
  }
  const { connectors } = supply;
  const names = joinWords(cards.map(({ part }) => part.name));
  if (!connectors && needed.eightPin + needed.sixteenPin > 0)
    return conclude(
      { onlyIf: `the power supply has ${spellConnectors(needed)}` },
      () => `The ${names} needs ${spellConnectors(needed)}; which ones the ${supply.name} has is not known.`,
    );
  if (connectors) {
    const finding = compareCounts(needed, connectors, conclude, names, supply.name);
    if (finding.verdict === 'does-not-fit' || !unknown) return finding;
  }
  if (unknown) return compareUnknown(unknown, supply, count, conclude);
  return conclude('fits', () => `The ${names} needs no power connector.`);
}

/** What a slot of the board gives. Source: PCI Express; some cards of nearly as much have a socket all the same. */
const slotWatts = { most: 75, surely: 60 };
const eightPinWatts = 150;

const needsPlug = (card: GraphicsCard) => (estimateCardWatts(card) ?? Infinity) > slotWatts.surely;

/** A card whose connectors are not known: the plugs that cards of its watts have at most, adapters included. */
function compareUnknown(card: GraphicsCard, supply: PowerSupply, count: number, conclude: Conclude): Finding {
  const watts = estimateCardWatts(card);
  const { connectors } = supply;
  const unknown = `Not known: the power connectors of the ${card.name}`;
  if (!connectors)
    return conclude(
      { onlyIf: 'the power supply has the plugs that the card needs' },
      () => `${unknown}, and those of the ${supply.name}.`,
    );
  const has = spellConnectors(connectors);
  if (watts !== undefined) {
    const explain = () =>
      `The ${card.name} draws about ${watts} W, of which its slot gives ${slotWatts.most}; the ${supply.name} has ${has}.`;
    if (connectors.eightPin + connectors.sixteenPin === 0 && watts > slotWatts.most)
      return conclude('does-not-fit', explain);
    if (count === 1 && connectors.eightPin >= Math.ceil((watts - slotWatts.most) / eightPinWatts) + 1)
      return conclude('fits', explain);
  }
  return conclude(
    { onlyIf: `the card needs no more than ${has}` },
    () => `${unknown}; the ${supply.name} has ${has}.`,
  );
}

/** The adapters that come with cards join two to four plugs of eight pins to one of sixteen. */
const plugsOfAdapter = 2;

function compareCounts(
  needed: Connectors,
  given: Connectors,
  conclude: Conclude,
  names: string,
  supplyName: string,
): Finding {
  const explain = () =>
    `The ${names} needs ${spellConnectors(needed)}; the ${supplyName} has ${spellConnectors(given)}`;
  const lacking = Math.max(0, needed.sixteenPin - given.sixteenPin);
  if (needed.eightPin + lacking * plugsOfAdapter > given.eightPin)
    return conclude('does-not-fit', () => `${explain()}.`);
  if (lacking > 0)
    return conclude({ onlyIf: 'the adapter in the card’s box takes that many plugs' }, () => `${explain()}.`);
  return conclude('fits', () => `${explain()}.`);
}

function spellConnectors({ eightPin, sixteenPin }: Connectors): string {
  const words = [
    ...(eightPin > 0 ? [countWords(eightPin, 'plug of 6 or 8 pins', 'plugs of 6 or 8 pins')] : []),
    ...(sixteenPin > 0 ? [countWords(sixteenPin, 'plug of 16 pins', 'plugs of 16 pins')] : []),
  ];
  return joinWords(words) || 'no plug for graphics cards';
}
