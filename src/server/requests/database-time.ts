/** Gives every request a limited time for the database, so that none hangs when the way to it is slow or dead. */
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
  // reading the body has left the context of the first hook
  app.addHook('preValidation', (request, _reply, done) => {
    const budget = budgets.get(request);
    if (budget) runWithBudget(budget, done);
    else done();
  });
}
