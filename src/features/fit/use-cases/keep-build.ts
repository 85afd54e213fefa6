/** A person keeps a build under a name, gives it another one, or deletes it. */
import { randomBytes } from 'node:crypto';
import { parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import { readBuildParts } from '#fit/database/build-parts.ts';
import {
  deleteKeptBuild,
  insertBuild,
  lockKeptBuilds,
  nameKeptBuild,
  releaseBuildName,
} from '#fit/database/builds.ts';
import { makeBuildId, maxKeptBuilds } from '#fit/rules/saved-builds.ts';
import type { Viewer } from '#kernel/people.ts';
import { type Refusal, refuseField } from '#kernel/refusals.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** A build that has the name already stays under its address, as one that nobody keeps. Returns the id. Refuses: invalid-input, too-many-kept-builds. */
export async function keepBuild(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, name, parts, at }: { viewer: Viewer; name: string; parts: string; at: Date },
): Promise<string | Refusal> {
  const { text } = await readBuildParts(db, parseBuild(parts));
  if (text === '') return refuseField('parts', 'Name at least one part');
  return await inTransaction(db, async (transaction) => {
    const others = (await lockKeptBuilds(transaction, viewer.id)).filter((each) => each.name !== name);
    if (others.length >= maxKeptBuilds) return { refused: 'too-many-kept-builds', limit: maxKeptBuilds };
    await releaseBuildName(transaction, { personId: viewer.id, name });
    const id = makeBuildId(randomBytes(16));
    await insertBuild(transaction, { id, parts: text, created_at: at, person_id: viewer.id, name });
    return id;
  });
}

/** Refuses: build-not-found, build-name-taken. */
export async function renameBuild(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, id, name }: { viewer: Viewer; id: string; name: string },
): Promise<string | Refusal> {
  return await inTransaction(db, async (transaction) => {
    const kept = await lockKeptBuilds(transaction, viewer.id);
    if (!kept.some((each) => each.id === id)) return { refused: 'build-not-found' };
    if (kept.some((each) => each.id !== id && each.name === name)) return { refused: 'build-name-taken' };
    await nameKeptBuild(transaction, { id, name });
    return id;
  });
}

/** Refuses: build-not-found. */
export async function deleteBuild(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<string | Refusal> {
  return (await deleteKeptBuild(db, { personId: viewer.id, id })) ? id : { refused: 'build-not-found' };
}
