/** Accessibility violations that axe finds on a page. */
import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { findNewLooks, rememberLooks } from './looks.ts';

/** Half as long as `axe.source`; each document gets it once. */
const source = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const contrastRules = ['color-contrast', 'link-in-text-block'];

type Violation = { id: string; where: string[] };
type WithAxe = Window & { axe: typeof axe; looks: Element[] };

export async function findViolations(page: Page): Promise<Violation[]> {
  await load(page);
  const violations = await page.evaluate(runOtherRules, { tags, contrastRules });
  return [...violations, ...(await findContrastViolations(page))];
}

/** Only the rules that depend on the colors, and only for looks that have not passed before. */
export async function findContrastViolations(page: Page): Promise<Violation[]> {
  const fresh = await findNewLooks(page);
  if (fresh.size === 0) return [];
  await load(page);
  const { violations, undecided } = await page.evaluate(runContrastRules, {
    contrastRules,
    looks: [...fresh.keys()],
  });
  for (const look of undecided) fresh.delete(look);
  rememberLooks(fresh);
  return violations;
}

async function load(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
}

type Rules = { tags: string[]; contrastRules: string[] };

/** Runs in the page; the results of axe are far longer than what is read of them. */
async function runOtherRules({ tags, contrastRules }: Rules): Promise<Violation[]> {
  const { violations } = await (window as unknown as WithAxe).axe.run(document, {
    runOnly: tags,
    rules: Object.fromEntries(contrastRules.map((rule) => [rule, { enabled: false }])),
    reporter: 'no-passes',
  });
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}

type Contrast = { contrastRules: string[]; looks: number[] };

/** Runs in the page. Undecided is what violates a rule, is covered by something now, or has left the page. */
async function runContrastRules({ contrastRules, looks }: Contrast) {
  const { axe, looks: elements } = window as unknown as WithAxe;
  const present = looks.filter((look) => elements[look]?.isConnected);
  if (present.length === 0) return { violations: [], undecided: looks };
  const { violations, incomplete } = await axe.run(
    { include: present.flatMap((look) => elements[look] ?? []) },
    {
      runOnly: { type: 'rule', values: contrastRules },
      elementRef: true,
      resultTypes: ['violations', 'incomplete'],
    },
  );
  const covered = ['bgOverlap', 'elmPartiallyObscured', 'elmPartiallyObscuring', 'outsideViewport'];
  const isCovered = ({ any }: axe.NodeResult) => any.some(({ data }) => covered.includes(data?.messageKey));
  const nodes = [
    ...violations.flatMap((result) => result.nodes),
    ...incomplete.flatMap((result) => result.nodes.filter(isCovered)),
  ];
  const doubtful = new Set(nodes.map(({ element }) => element));
  return {
    violations: violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) })),
    undecided: looks.filter((look) => !present.includes(look) || doubtful.has(elements[look] as HTMLElement)),
  };
}
