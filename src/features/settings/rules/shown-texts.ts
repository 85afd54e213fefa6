/** The texts of pages as visitors read them: an administrator's, or the wording that a page comes with. */
import * as paths from '#kernel/paths.ts';
import { fillPageText, fillWords } from '#settings/rules/fill-page-text.ts';
import { readMarkdown } from '#settings/rules/markdown.ts';
import { declaredText, type PageFacts, type PageTextId, pageTextIds } from '#settings/rules/page-texts.ts';
import { type PageText, readWords } from '#settings/rules/prose.ts';
import type { Settings } from '#settings/rules/settings.ts';

/** With the time zone of the rules of delivery, in which pages name days. */
export type ShownSettings = Settings & { timeZone: string; texts: ShownTexts };

export type ShownText = PageText & {
  /** Whether an administrator has written it. */
  isOwn: boolean;
  /** For search engines. */
  description: string;
};

export type ShownTexts = {
  read(id: PageTextId): ShownText;
  /** Of the company's pages, by path. */
  titles: Readonly<Record<string, string>>;
};

/** `own`: those that administrators have written. Each is filled at most once. */
export function showTexts(facts: PageFacts, own: ReadonlyMap<PageTextId, PageText>): ShownTexts {
  const shown = new Map<PageTextId, ShownText>();
  const make = (id: PageTextId): ShownText => {
    const written = own.get(id);
    const text = fillPageText(written ?? readComingText(id, facts), facts);
    const { describe } = declaredText(id);
    const description =
      !written && describe ? fillWords(describe(facts), facts) : readWords(text.opening) || text.title;
    return { ...text, isOwn: written !== undefined, description };
  };
  return {
    read: (id) => shown.getOrInsertComputed(id, make),
    titles: Object.fromEntries(
      pageTextIds.flatMap((id) => {
        const { path, write } = declaredText(id);
        const [heading = ''] = write(facts);
        const title = own.get(id)?.title ?? heading.replace('# ', '');
        return path === paths.home ? [] : [[path, fillWords(title, facts)]];
      }),
    ),
  };
}

/** The wording that a page comes with, in Markdown. */
export function writeComingText(id: PageTextId, facts: PageFacts): string {
  return declaredText(id).write(facts).join('\n\n');
}

export function readComingText(id: PageTextId, facts: PageFacts): PageText {
  const text = readMarkdown(writeComingText(id, facts));
  if ('problem' in text) throw new Error(`The wording of ${id} cannot be read: ${text.problem}`);
  return text;
}
