/** Attacks a running shop, and measures what it costs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aim, makeSettings } from '../simulation/attacks/attack.ts';
import { attacks, runAttack } from '../simulation/attacks/run-attacks.ts';
import { runCommand } from '../tests/support/command-line.ts';
import { endShop, startShop } from '../tests/support/processes.ts';
import { startProvider } from '../tests/support/started-provider.ts';

/** Attacks a shop with the demo catalogue and the parts of the files; the values may also name attacks. */
export async function benchAttacks(values: string[]): Promise<string> {
  const names = values.filter((value) => attacks.some(({ name }) => name === value));
  const files = values.filter((value) => !names.includes(value));
  const dataDir = mkdtempSync(join(tmpdir(), 'compact-attacks-'));
  const provider = await startProvider();
  const shop = await startShop({ dataDir, through: 'main', env: makeSettings(provider) });
  try {
    await shop.untilOpen();
    if (files.length > 0) await runCommand(['import', '--stock', '25', ...files], { DATA_DIR: dataDir });
    const target = await aim({ address: shop.url, dataDir, size: 'whole', printed: shop.printed, provider });
    const rows = ['| attack | what | figures | what did not hold |', '| --- | --- | --- | --- |'];
    for (const attack of attacks.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const { name, what, figures, faults } = await runAttack(attack, target);
      if (faults.length > 0) process.exitCode = 1;
      rows.push(`| ${name} | ${what} | ${figures} | ${faults.join(' ')} |`);
    }
    return rows.join('\n');
  } finally {
    await endShop(shop, dataDir);
    provider.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
