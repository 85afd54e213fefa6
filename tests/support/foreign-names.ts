/** Finds paths and hosts of the machine that a file was written on. */
import type { Sources } from './source-rules.ts';

/** Absolute folders, `root` among them, and hosts of package registries. */
export function findForeignNames(sources: Sources, root: string): string[] {
  const names = [
    /(?<![\w.}-])\/(?:home|Users|root|work|workspace)\/[\w.-]+/,
    /\b[A-Z]:\\Users\\/,
    /https?:\/\/[\w.-]*(?:registry|artifactory|nexus|verdaccio|mirror)[\w.-]*/,
  ];
  // npm sets this for its scripts
  const registry = URL.parse(process.env.npm_config_registry ?? '')?.hostname ?? '';
  const localNames = [root, registry].filter((name) => /[/.][\w-]+[/.][a-z]/.test(name));
  return [...sources].flatMap(([file, text]) => [
    ...names.flatMap((name) => name.exec(text)?.[0] ?? []).map((match) => `${file} names ${match}`),
    ...localNames.filter((name) => text.includes(name)).map((name) => `${file} names ${name}`),
  ]);
}
