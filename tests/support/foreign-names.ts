/** Finds what ties a file to the machine that it was written on. */
import type { Sources } from './source-rules.ts';

/** Folders of a machine, among them `root`, and hosts that packages come from. */
export function findForeignNames(sources: Sources, root: string): string[] {
  const names = [
    /(?<![\w.}-])\/(?:home|Users|root|work|workspace)\/[\w.-]+/,
    /\b[A-Z]:\\Users\\/,
    /https?:\/\/[\w.-]*(?:registry|artifactory|nexus|verdaccio|mirror)[\w.-]*/,
  ];
  // npm tells its scripts where packages come from
  const registry = URL.parse(process.env.npm_config_registry ?? '')?.hostname ?? '';
  const here = [root, registry].filter((name) => /[/.][\w-]+[/.][a-z]/.test(name));
  return [...sources].flatMap(([file, text]) => [
    ...names.flatMap((name) => name.exec(text)?.[0] ?? []).map((found) => `${file} names ${found}`),
    ...here.filter((name) => text.includes(name)).map((name) => `${file} names ${name}`),
  ]);
}
