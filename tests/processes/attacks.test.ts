/** Strangers attack a real shop; the same attacks, whole and with their times, are `npm run bench -- attacks`. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aim, makeSettings, type Target } from '../../simulation/attacks/attack.ts';
import { attacks, runAttack } from '../../simulation/attacks/run-attacks.ts';
import { fillData } from '../support/filled-data.ts';
import { endShop, isLinux, onlyOnLinux, type Shop, startShop, startTimeoutMs } from '../support/processes.ts';
import { givenFolder } from '../support/shop-folders.ts';
import { type StartedProvider, startProvider } from '../support/started-provider.ts';

const dataDir = path.join(givenFolder(), 'data');

describe.skipIf(!isLinux)(`a shop that is attacked by${onlyOnLinux}`, () => {
  let shop: Shop;
  let provider: StartedProvider;
  let target: Target;

  beforeAll(async () => {
    fillData(dataDir);
    provider = await startProvider();
    shop = await startShop({ dataDir, through: 'main', env: makeSettings(provider) });
    await shop.untilOpen();
    target = await aim({ address: shop.url, dataDir, size: 'small', printed: shop.printed, provider });
  }, startTimeoutMs);

  afterAll(async () => {
    await endShop(shop, dataDir);
    provider.close();
  });

  test.each(attacks)('$name holds: $what', async (attack) => {
    const { figures, faults } = await runAttack(attack, target);
    expect(faults, figures).toEqual([]);
  });
});
