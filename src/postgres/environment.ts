/** The environment that PostgreSQL's programs run in. */

/** Ours without PG* variables (they would redirect the programs), in English, since we read what they say. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
