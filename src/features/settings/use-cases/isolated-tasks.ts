/** Markdown is parsed in a process of its own (`platform/system/isolation/`): a second is possible for odd texts. */
import type { IsolatedTask } from '#platform/system/isolation/isolation.ts';
import type { readMarkdown } from '#settings/rules/markdown.ts';

export const readMarkdownTask: IsolatedTask<(text: string) => Promise<ReturnType<typeof readMarkdown>>> = {
  name: 'read-markdown',
  seconds: 10,
  megabytes: 400,
};
