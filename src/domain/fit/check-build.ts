/** Applies all rules to the parts of a computer. */
import { addSubject, type Build, sortBuild } from '#domain/fit/build.ts';
import type { BuildPart } from '#domain/fit/facts.ts';
import { listNeverChecked } from '#domain/fit/never-checked.ts';
import { checkBoardInCase } from '#domain/fit/rules/board-in-case.ts';
import { checkCardInCase } from '#domain/fit/rules/card-in-case.ts';
import { checkCardsOnBoard } from '#domain/fit/rules/cards-on-board.ts';
import { checkChipset } from '#domain/fit/rules/chipset.ts';
import { checkCooler } from '#domain/fit/rules/cooler.ts';
import { checkDrives } from '#domain/fit/rules/drives.ts';
import { checkGraphics } from '#domain/fit/rules/graphics.ts';
import { checkMemoryAmount } from '#domain/fit/rules/memory-amount.ts';
import { checkMemoryForm } from '#domain/fit/rules/memory-form.ts';
import { checkMemoryGeneration } from '#domain/fit/rules/memory-generation.ts';
import { checkMemorySpeed } from '#domain/fit/rules/memory-speed.ts';
import { checkOneOfEach } from '#domain/fit/rules/one-of-each.ts';
import { checkPower } from '#domain/fit/rules/power.ts';
import { checkSocket } from '#domain/fit/rules/socket.ts';
import { checkSupplyInCase } from '#domain/fit/rules/supply-in-case.ts';
import { type Finding, findWorst, type Rule, type Verdict, verdicts } from '#domain/fit/verdicts.ts';

/** Raised with every change of a rule or its tables: kept verdicts say which rules gave them. */
const rulesVersion = 3;

/** Rules about parts that are there. */
const rules: readonly Rule[] = [
  checkOneOfEach,
  checkSocket,
  checkChipset,
  checkMemoryGeneration,
  checkMemoryForm,
  checkMemoryAmount,
  checkMemorySpeed,
  checkBoardInCase,
  checkCardInCase,
  checkCardsOnBoard,
  checkCooler,
  checkPower,
  checkSupplyInCase,
  checkDrives,
];

/** Rules about parts that are missing: they say nothing about a single candidate. */
const wholeRules: readonly Rule[] = [checkGraphics];

/** One more part can end what such a rule says of the others. */
export function isAboutMissing(rule: Rule | undefined): boolean {
  return wholeRules.some((each) => each === rule);
}

export type BuildVerdict = {
  verdict: Verdict | undefined;
  /** The worst first. */
  findings: Finding[];
  /** What no rule can see of these parts. */
  neverChecked: string[];
  rulesVersion: number;
};

/** Undefined while nothing is there to compare. */
export function checkBuild(parts: readonly BuildPart[]): BuildVerdict {
  const build = sortBuild(parts);
  const findings = [...rules, ...wholeRules].flatMap((apply) =>
    apply(build).map((finding) => ({ ...finding, apply })),
  );
  return makeVerdict(build, findings);
}

/** What adding the candidate would say about it. */
export function checkCandidate(parts: readonly BuildPart[], candidate: BuildPart): BuildVerdict {
  const build = addSubject(sortBuild(parts), candidate);
  return makeVerdict(
    build,
    rules.flatMap((rule) => findAboutSubject(build, rule)),
  );
}

/** The verdict about the candidate alone, of a build that was sorted before. */
export function findCandidateVerdict(others: Build, candidate: BuildPart): Verdict | undefined {
  const build = addSubject(others, candidate);
  return findWorst(rules.flatMap((rule) => findAboutSubject(build, rule)));
}

/** Stops at the first rule that the candidate breaks: lists try thousands. */
export function isRefused(others: Build, candidate: BuildPart): boolean {
  const build = addSubject(others, candidate);
  return rules.some((rule) =>
    findAboutSubject(build, rule).some(({ verdict }) => verdict === 'does-not-fit'),
  );
}

function findAboutSubject(build: Build, rule: Rule): Finding[] {
  const id = build.subject?.part.id ?? '';
  return rule(build).filter(({ partIds }) => partIds.includes(id));
}

function makeVerdict(build: Build, findings: readonly Finding[]): BuildVerdict {
  return {
    verdict: findWorst(findings),
    findings: findings.toSorted(
      (one, other) => verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict),
    ),
    neverChecked: listNeverChecked(build),
    rulesVersion,
  };
}
