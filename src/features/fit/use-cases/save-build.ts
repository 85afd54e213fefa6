/** Saves a build under a short address. */
import { createHash, randomBytes } from 'node:crypto';
import { parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import { readBuildParts } from '#fit/database/build-parts.ts';
import { insertBuild } from '#fit/database/builds.ts';
import { makeBuildId } from '#fit/rules/saved-builds.ts';
import { type Refusal, refuseField } from '#kernel/refusals.ts';
import { countAttempt } from '#platform/database/attempts.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** For each network in ten minutes; many visitors may share a router. */
export const maxNewBuilds = 60;
const newBuildsWindowMs = 10 * 60 * 1000;

/** `parts`: as addresses name them. Returns the id. Refuses: invalid-input, too-many-builds. */
export async function saveBuild(
  { db }: Pick<Dependencies, 'db'>,
  { parts, network, at }: { parts: string; network: string; at: Date },
): Promise<string | Refusal> {
  const { parts: named, text } = await readBuildParts(db, parseBuild(parts));
  if (named.length === 0) return refuseField('parts', 'Name at least one part');
  const key = createHash('sha256').update(`new builds\n${network}`).digest('hex');
  const { count } = await countAttempt({ db }, { key, windowMs: newBuildsWindowMs, at });
  if (count > maxNewBuilds) return { refused: 'too-many-builds' };
  const id = makeBuildId(randomBytes(16));
  await insertBuild(db, { id, parts: text, created_at: at });
  return id;
}
