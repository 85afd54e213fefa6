/** The budget of a build: what is left of it, and the form that states it; its address has both the parts and the budget. */
import { maxBudget } from '#catalogue/rules/lists/build-entries.ts';
import * as paths from '#kernel/paths.ts';

/** `sentence`: what is left, of a build with parts. */
export type BudgetView = { amount: number; sentence: string | undefined; isOver: boolean };

/** `text`: the parts as addresses name them. */
export function BudgetForm({ text, budget }: { text: string; budget: BudgetView | undefined }) {
  return (
    <form className="budget" action={paths.build}>
      {text !== '' && <input type="hidden" name="parts" value={text} />}
      <label className="font-semibold" htmlFor="budget">
        Budget in dollars
      </label>
      <input
        className="input w-24"
        id="budget"
        name="budget"
        type="number"
        min={1}
        max={maxBudget}
        defaultValue={budget?.amount}
      />
      <button type="submit" className="btn">
        {budget ? 'Change' : 'Set'} <span className="sr-only">the budget</span>
      </button>
      {budget?.sentence && (
        <p className={budget.isOver ? 'text-error' : 'text-success font-semibold'}>{budget.sentence}</p>
      )}
    </form>
  );
}
