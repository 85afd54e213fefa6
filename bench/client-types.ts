/** Generates the types by which a test compiles a purchase, with the generator that clients use most. */
import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folder = new URL('client-types/', import.meta.url);
const target = new URL('../tests/support/generated-client.ts', import.meta.url);
const path = '/api/purchases';
/** Of the call; what a refusal says is read as it comes. */
const keptStatus = '201';

export async function generateClientTypes(): Promise<string> {
  const description = JSON.parse(
    await readFile(new URL('../openapi.json', import.meta.url), 'utf8'),
    dropTexts,
  );
  const { post } = description.paths[path];
  const responses = { [keptStatus]: post.responses[keptStatus] };
  const paths = { [path]: { post: { ...post, responses } } };
  const input = new URL('purchase.json', folder);
  await writeFile(input, JSON.stringify(keepUsed({ ...description, paths })));
  const run = (command: string, ...values: string[]) =>
    execFileSync(command, values, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  run('npm', 'install', '--no-package-lock', '--no-audit', '--no-fund');
  const types = run('node_modules/.bin/openapi-typescript', fileURLToPath(input));
  // the checks of the sources would read the packages
  await Promise.all([input, new URL('node_modules/', folder)].map((made) => rm(made, { recursive: true })));
  await writeFile(
    target,
    `/** A client’s types of a purchase. \`npm run bench -- client-types\` generates them. */\n\n${dropNever(types)}`,
  );
  return `${fileURLToPath(target)} is generated; \`npm test -- --fix\` formats it.`;
}

/** What a purchase cannot have. */
function dropNever(types: string): string {
  return types
    .replace(/^ *\w+\??: never;\n|^export type .* = Record<string, never>;\n/gm, '')
    .replace(/^ *parameters: \{\s*\};\n/gm, '');
}

/** Comments of the types would be most of them. */
function dropTexts(key: string, value: unknown): unknown {
  const isText = ['description', 'summary', 'format', 'pattern', 'default'].includes(key);
  return isText && typeof value === 'string' ? undefined : value;
}

type Description = { components: Record<string, Record<string, object>> };

function keepUsed<Kept extends Description>(description: Kept): Kept {
  const { components, ...rest } = description;
  const used = new Set<string>();
  const look = (node: object | undefined): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(node ?? {}).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      look(components[kind]?.[name]);
    }
  };
  look(rest);
  const keep = ([kind, named]: [string, Record<string, object>]) => [
    kind,
    Object.fromEntries(Object.entries(named).filter(([name]) => used.has(`${kind}/${name}`))),
  ];
  return { ...description, components: Object.fromEntries(Object.entries(components).map(keep)) };
}
