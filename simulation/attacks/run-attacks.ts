/** The attacks, one after the other. */
import { hostileAddresses, hostileWords } from './addresses.ts';
import type { Attack, Outcome, Target } from './attack.ts';
import { hostileSearches, largeBuilds } from './builds-and-searches.ts';
import { hostileTables, packingSlips, pictureBombs } from './decoders.ts';
import { hostileProfiles } from './log-ins.ts';
import { orderStorm } from './orders.ts';

export const attacks: readonly Attack[] = [
  hostileProfiles,
  hostileWords,
  hostileAddresses,
  orderStorm,
  largeBuilds,
  hostileSearches,
  pictureBombs,
  packingSlips,
  hostileTables,
];

type Report = Outcome & Pick<Attack, 'name' | 'what'>;

/** A failure of an attack itself is one of its faults. */
export async function runAttack(attack: Attack, target: Target): Promise<Report> {
  const { name, what } = attack;
  try {
    return { name, what, ...(await attack.run(target)) };
  } catch (error) {
    return { name, what, figures: '', faults: [error instanceof Error ? error.message : String(error)] };
  }
}
