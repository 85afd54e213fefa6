/** The program of the processes that do isolated tasks (`system/isolation/`): with a low priority, pages come first. */
import { setPriority } from 'node:os';
import { confirmImportTask, previewImportTask } from '#catalogue/use-cases/isolated-tasks.ts';
import { makeImageFilesTask } from '#images/use-cases/isolated-tasks.ts';
import { drawInvoiceTask } from '#invoices/use-cases/isolated-tasks.ts';
import { drawPackingSlipsTask, drawPickListTask } from '#orders/use-cases/isolated-tasks.ts';
import type { TaskAnswer, TaskRequest } from '#platform/system/isolation/isolated-process.ts';
import type { IsolatedTask, IsolatedWork } from '#platform/system/isolation/isolation.ts';
import { readMarkdownTask } from '#settings/use-cases/isolated-tasks.ts';

/** Each loads what it needs when it is asked for the first time. */
const works = Object.fromEntries([
  provide(
    makeImageFilesTask,
    async () => (await import('#images/isolated/make-image-files.ts')).makeImageFiles,
  ),
  provide(drawInvoiceTask, async () => (await import('#invoices/papers/invoice.ts')).drawInvoice),
  provide(drawPickListTask, async () => (await import('#orders/papers/packing.ts')).drawPickList),
  provide(drawPackingSlipsTask, async () => (await import('#orders/papers/packing.ts')).drawPackingSlips),
  provide(readMarkdownTask, async () => {
    const { readMarkdown } = await import('#settings/rules/markdown.ts');
    return async (text) => readMarkdown(text);
  }),
  provide(previewImportTask, async () => (await import('#app/isolated/imports.ts')).previewImportAt),
  provide(confirmImportTask, async () => (await import('#app/isolated/imports.ts')).confirmImportAt),
]);

function provide<Work extends IsolatedWork>(
  { name }: IsolatedTask<Work>,
  load: () => Promise<Work>,
): [name: string, work: (args: unknown[]) => Promise<unknown>] {
  return [name, async (args) => (await load())(...(args as Parameters<Work>))];
}

try {
  setPriority(10);
} catch {
  // a sandbox may forbid it
}
// the server ends its processes itself, after the requests that need them; without it they end, too
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', async ({ name, args }: TaskRequest) => {
  process.send?.(await answer(name, args));
});

async function answer(name: string, args: unknown[]): Promise<TaskAnswer> {
  try {
    return { value: await works[name]?.(args) };
  } catch (error) {
    const { message, stack, code, isOutcomeUnknown } = error as Error & Record<string, unknown>;
    return { error: { message, stack, code, isOutcomeUnknown } };
  }
}
