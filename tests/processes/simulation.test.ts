/** A short run of `npm run simulate`: each thing is killed once under load, and nothing that was confirmed is lost, doubled or invented. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareJournal } from '../../simulation/compare-journal.ts';
import { compareProvider } from '../../simulation/compare-provider.ts';
import type { Action, Actions, Journal, Wish } from '../../simulation/journal.ts';
import { everyKillOnce } from '../../simulation/kills.ts';
import { type Simulation, simulate } from '../../simulation/simulate.ts';
import { isLinux, onlyOnLinux, patience } from '../support/processes.ts';

const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Math.random() * 2 ** 31));

describe.skipIf(!isLinux)(`a shop that is killed under load, seed ${seed}${onlyOnLinux}`, () => {
  let simulation: Simulation;

  beforeAll(async () => {
    simulation = await simulate({ kills: everyKillOnce, seed, log: () => {} });
  }, 8 * patience);

  afterAll(() => {
    if (simulation?.findings.length === 0) rmSync(simulation.folder, { recursive: true, force: true });
  });
});
