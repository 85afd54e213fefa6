/** What people read for a verdict. */
import type { Verdict } from '#domain/fit/verdicts.ts';

export const verdictLabels: Record<Verdict, string> = {
  'does-not-fit': 'Does not fit',
  'not-known': 'Not known',
  'only-if': 'Only if',
  fits: 'Fits',
};
