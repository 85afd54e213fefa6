/** The data that the page of a build shows. */
import type { BudgetView } from '#fit/components/budget-form.tsx';
import type { ReadyBuildView, ReadyChoiceView } from '#fit/components/ready-builds.tsx';
import type { PowerView } from '#fit/rules/rules/power.ts';
import type { ShownVerdict } from '#fit/rules/verdicts.ts';

export type BuildLine = {
  id: string;
  name: string;
  to: string;
  image: string;
  quantity: number;
  isOwned: boolean;
  /** Of all units that are ordered; undefined for what is owned. */
  price: string | undefined;
  watts: string | undefined;
  verdict: ShownVerdict | undefined;
  /** Why it cannot be ordered like this. */
  problem: string | undefined;
  withoutPath: string;
  ownedPath: string;
  /** Only where several make sense. */
  morePath: string | undefined;
  lessPath: string | undefined;
};

export type BuildRow = {
  kind: string;
  label: string;
  lines: BuildLine[];
  /** Why nothing need be chosen. */
  included: string | undefined;
  choices: { label: string; to: string }[];
  /** What the rest of the budget affords. */
  affordable: { text: string; to: string } | undefined;
};

export type BuildFinding = {
  verdict: ShownVerdict;
  sentence: string;
  /** Without an address: why there is none. */
  mend: { text: string; to?: string } | undefined;
};

export type BasketFitView = {
  /** Its parts as an address names them. */
  text: string;
  path: string;
  findings: { verdict: ShownVerdict; sentence: string }[];
  /** What must be known before ordering; undefined when all fits. */
  warning: string | undefined;
  neverChecked: string[];
};

export type BuildPage = {
  /** Undefined while it is not saved. */
  savedPath: string | undefined;
  editPath: string;
  /** Only without parts: the others are for their visitors. */
  canonical: string | undefined;
  text: string;
  rows: BuildRow[];
  isEmpty: boolean;
  canBuy: boolean;
  verdict: ShownVerdict | undefined;
  /** The worst. */
  findings: BuildFinding[];
  moreFindings: number;
  neverChecked: string[];
  total: string;
  /** Of which parts it counts more than the build needs; undefined: of none. */
  totalNote: string | undefined;
  /** What can be copied: the page's address, and the build as plain text and in Markdown. */
  share: { address: string; text: string; markdown: string };
  /** Undefined while nothing draws power. */
  power: PowerView | undefined;
  leftOut: string[];
  budget: BudgetView | undefined;
  /** The one that the page begins with. */
  ready: ReadyChoiceView | undefined;
  /** Only beside an empty build. */
  readyBuilds: ReadyBuildView[];
};
