/** The environment of PostgreSQL's programs. */
/** Without PG* variables, which would redirect the programs; in English, because their output is parsed. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(variables), LC_ALL: 'C' };
}
