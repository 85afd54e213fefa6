/** A worker whose modules have one changed line: `mutant-main.ts ADDRESS MUTANT`. */
import { registerHooks } from 'node:module';
import type { Mutant } from './mutants.ts';

const mutant = JSON.parse(process.argv[3] ?? '') as Mutant;
let isChanged = false;
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/src/${mutant.file}`)) return loaded;
    const source = String(loaded.source);
    if (source.split(mutant.from).length !== 2)
      throw new Error(`${mutant.file} does not have this text once: ${mutant.from}`);
    isChanged = true;
    return { ...loaded, source: source.replace(mutant.from, () => mutant.to) };
  },
});
await import('./worker-main.ts');
if (!isChanged) throw new Error(`The simulation does not load ${mutant.file}.`);
