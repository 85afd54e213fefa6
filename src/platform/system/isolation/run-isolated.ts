/** Has a task done in a process of its own, for a person or for the shop itself. */
import { rankViewer, type Viewer } from '#kernel/people.ts';
import type { Refusal } from '#kernel/refusals.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import type { IsolatedTask, IsolatedWork } from '#platform/system/isolation/isolation.ts';

/** `viewer`: undefined for the shop's own jobs. Refuses: work-busy, work-too-costly. */
export async function runIsolated<Work extends IsolatedWork>(
  { isolation }: Pick<Dependencies, 'isolation'>,
  { task, args, viewer }: { task: IsolatedTask<Work>; args: Parameters<Work>; viewer: Viewer | undefined },
): Promise<Awaited<ReturnType<Work>> | Refusal> {
  const rank = viewer ? rankViewer(viewer) : 0;
  const result = await isolation.run(task, args, { id: viewer?.id ?? 'the shop', rank });
  if ('value' in result) return result.value;
  return { refused: result.undone === 'busy' ? 'work-busy' : 'work-too-costly' };
}
