/** The power supply has a form that the case takes. Source: the case's specification. */
import { type Build, listPairs } from '#domain/fit/build.ts';
import { spellSupplyForm } from '#domain/fit/spellings.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { joinWords, missing } from '#domain/fit/wording.ts';

const rule = 'supply-in-case';

export function checkSupplyInCase(build: Build): Finding[] {
  return listPairs(build, 'PowerSupply', 'Case').map(([supply, housing]) => {
    const parts = [supply, housing];
    const { form } = supply;
    const { powerSupplyForms } = housing;
    if (!form) return makeFinding(rule, 'not-known', parts, () => missing(supply, 'the form'));
    if (!powerSupplyForms?.length)
      return makeFinding(rule, 'not-known', parts, () => missing(housing, 'the forms of power supplies'));
    const needed = spellSupplyForm(form);
    const listed = powerSupplyForms.map(spellSupplyForm);
    const numbers = `The ${supply.name} is ${form}; the ${housing.name} takes ${joinWords(powerSupplyForms)}`;
    // SFX-L is SFX with more depth
    if (listed.includes(needed) || (needed === 'SFX' && listed.includes('SFX-L')))
      return makeFinding(rule, 'fits', parts, () => `${numbers}.`);
    // makers sell brackets from the smaller forms to the larger one
    return needed.startsWith('SFX') && listed.includes('ATX')
      ? makeFinding(rule, 'only-if', parts, () => `${numbers}: only if it comes with a bracket for that.`)
      : makeFinding(rule, 'does-not-fit', parts, () => `${numbers}.`);
  });
}
