/** Limits the time that a request may wait for the database. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeTimeBudget, runWithBudget, type TimeBudget } from '#database/time-budget.ts';

const requestBudgetMs = 4000;

export function limitDatabaseTime(app: FastifyInstance): void {
  const budgets = new WeakMap<FastifyRequest, TimeBudget>();
  app.addHook('onRequest', (request, _reply, done) => {
    const budget = makeTimeBudget(requestBudgetMs);
    budgets.set(request, budget);
    runWithBudget(budget, done);
  });
  // the async context of the first hook is lost while the body is read
  app.addHook('preValidation', (request, _reply, done) => {
    const budget = budgets.get(request);
    if (budget) runWithBudget(budget, done);
    else done();
  });
}
