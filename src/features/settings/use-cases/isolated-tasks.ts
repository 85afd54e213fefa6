/** Markdown is parsed in a process of its own (`platform/system/isolation/`): a second is possible for odd texts. */
import type { IsolatedTask } from '#platform/system/isolation/isolation.ts';
import type { readMarkdown } from '#settings/rules/markdown.ts';

type ReadMarkdown = (text: string) => Promise<ReturnType<typeof readMarkdown>>;

export const readMarkdownTask: IsolatedTask<ReadMarkdown> = {
  name: 'read-markdown',
  seconds: 10,
  megabytes: 400,
};
