/** The power supply has a form that the case takes. Source: the case's specification. */
import { type Build, listPairs } from '#domain/fit/build.ts';
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
    if (powerSupplyForms.includes(form))
      return makeFinding(
        rule,
        'fits',
        parts,
        () => `The ${housing.name} takes power supplies of form ${form} such as the ${supply.name}.`,
      );
    const numbers = `The ${supply.name} is ${form}; the ${housing.name} takes ${joinWords(powerSupplyForms)}`;
    // makers sell brackets from the smaller forms to the larger one
    const isSmaller = form.startsWith('SFX') && powerSupplyForms.includes('ATX');
    return isSmaller
      ? makeFinding(rule, 'only-if', parts, () => `${numbers}: only if it comes with a bracket for that.`)
      : makeFinding(rule, 'does-not-fit', parts, () => `${numbers}.`);
  });
}
