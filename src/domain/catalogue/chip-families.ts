/** The families of graphics chips. */

/** In what order families are tried; `$1` … are the groups of the pattern. */
const families: readonly [RegExp, string][] = [
  [/^(?:Quadro|NVS|Tesla|(?:RTX|T) ?A?\d|RTX .*Ada|TITAN RTX$)/i, 'NVIDIA RTX, Quadro and NVS'],
  [/^(?:GeForce )?(?:GTX )?Titan/i, 'GeForce Titan'],
  [/^GeForce RTX (\d\d)\d\d\b/, 'GeForce RTX $1 series'],
  [/^GeForce GTX 16\d\d\b/, 'GeForce GTX 16 series'],
  [/^GeForce GTX? 10\d\d\b/, 'GeForce GTX 10 series'],
  [/^GeForce (?:GTX |GTS |GT )?([2-9])\d\d\b/, 'GeForce $100 series'],
  [/^GeForce/, 'GeForce 9000 series and older'],
  [/^Radeon Pro|^Fire(?:Pro|GL)|^Vega Frontier/i, 'Radeon Pro and FirePro'],
  [/^Radeon RX (\d)\d\d\d\b/, 'Radeon RX $1000 series'],
  [/^Radeon RX ([45])\d\d\b/, 'Radeon RX $100 series'],
  [/^Radeon (?:RX VEGA|VII)/i, 'Radeon RX Vega and VII'],
  [/^Radeon R\d (?:Fury|Nano)/, 'Radeon R9 300 and Fury'],
  [/^Radeon R\d 3\d\d/, 'Radeon R9 300 and Fury'],
  [/^Radeon R\d 2\d\d/, 'Radeon R9 200 series'],
  [/^Radeon HD (\d)\d\d\d\b/, 'Radeon HD $1000 series'],
  [/^Radeon/, 'Older Radeon'],
  [/^Arc Pro/, 'Arc Pro'],
  [/^Arc ([A-Z])\d/, 'Arc $1 series'],
];

export function findChipFamily(chipset: string): string | undefined {
  for (const [pattern, family] of families) {
    const match = pattern.exec(chipset);
    if (match) return family.replace(/\$(\d)/, (_, group) => match[Number(group)] ?? '');
  }
  return undefined;
}
