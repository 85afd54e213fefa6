/** Each graphics card finds a slot on the board. Source: the Mini-ITX specification has a single slot. */
import { type Build, listKind, listSubjects } from '#domain/fit/build.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { joinWords } from '#domain/fit/wording.ts';

const rule = 'cards-on-board';

/** A single card is not told of: every ordinary board has a slot for it. */
export function checkCardsOnBoard(build: Build): Finding[] {
  const cards = listKind(build, 'GraphicsCard');
  const count = cards.reduce((sum, { quantity }) => sum + quantity, 0);
  if (count < 2) return [];
  const names = joinWords(cards.map(({ part }) => part.name));
  return listSubjects(build, 'Motherboard').map((board) => {
    const parts = [...cards.map(({ part }) => part), board];
    return board.formFactor?.endsWith('Mini ITX')
      ? makeFinding(
          rule,
          'does-not-fit',
          parts,
          () =>
            `The ${names}: ${count} graphics cards; the ${board.name} is ${board.formFactor}, which has 1 slot.`,
        )
      : makeFinding(
          rule,
          'only-if',
          parts,
          () =>
            `The ${names}: ${count} graphics cards; they run in the ${board.name} only if it has that many long slots, with lanes and room for each.`,
        );
  });
}
