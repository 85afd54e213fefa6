/** An administrator writes the text of a page, or sees what it would look like. */
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal, refuseField } from '#kernel/refusals.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { runIsolated } from '#platform/system/isolation/run-isolated.ts';
import { insertTextVersion, lockTextVersions, type TextVersion } from '#settings/database/page-texts.ts';
import { findTextProblem, type PageTextId } from '#settings/rules/page-texts.ts';
import type { PageText } from '#settings/rules/prose.ts';
import { normalizeLineEnds, settingsId } from '#settings/rules/settings.ts';
import { readMarkdownTask } from '#settings/use-cases/isolated-tasks.ts';

/** Refuses: invalid-input (text), work-busy, work-too-costly. */
export async function readPageText(
  { isolation }: Pick<Dependencies, 'isolation'>,
  { viewer, page, text }: { viewer: Viewer; page: PageTextId; text: string },
): Promise<PageText | Refusal> {
  const content = await runIsolated({ isolation }, { task: readMarkdownTask, args: [text], viewer });
  if (isRefused(content)) return content;
  const problem = 'problem' in content ? content.problem : findTextProblem(page, content);
  if (problem) return refuseField('text', problem);
  return content as PageText;
}

export type PageTextEdit = {
  viewer: Viewer;
  page: PageTextId;
  text: string;
  /** The wording that the page comes with: saved again, the page has it for good, also where it follows other settings. */
  comingText: string;
  /** Of the text that the editor saw. */
  seenVersion: number;
  at: Date;
};

/** Adds a version, unless the text is the present one. Refuses: changed-meanwhile, and what `readPageText` refuses. */
export async function savePageText(
  dependencies: Pick<Dependencies, 'db' | 'isolation'>,
  { viewer, page, text, comingText, seenVersion, at }: PageTextEdit,
): Promise<Refusal | undefined> {
  const isComing = normalizeLineEnds(text) === normalizeLineEnds(comingText);
  const content = isComing ? null : await readPageText(dependencies, { viewer, page, text });
  if (isRefused(content)) return content;
  return await inTransaction(dependencies.db, async (transaction) => {
    const [newest] = await lockTextVersions(transaction, page);
    const { version = 0, text: present = null } = newest ?? {};
    const written = isComing ? null : text;
    if (written === present) return;
    if (version > seenVersion) return { refused: 'changed-meanwhile', version, errors: [] };
    const added: TextVersion = { version: version + 1, text: written, content, saved_at: at };
    await insertTextVersion(transaction, { page, version: added, savedBy: viewer.id });
    await recordAdminChange(transaction, {
      adminId: viewer.id,
      subject: 'settings',
      subjectId: settingsId,
      before: { [`text of ${page}`]: nameVersion({ version, text: present }) },
      after: { [`text of ${page}`]: nameVersion(added) },
      at,
    });
  });
}

/** The texts themselves are versions that stay. */
function nameVersion({ version, text }: Pick<TextVersion, 'version' | 'text'>): string {
  return text === null ? 'the wording it came with' : `version ${version}`;
}
