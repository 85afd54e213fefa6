/** Applies all rules to the parts of a computer. */
import { type Build, sortBuild } from '#domain/fit/build.ts';
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
import { type Finding, findWorst, type Verdict, verdicts } from '#domain/fit/verdicts.ts';

/** Raised with every change of a rule or its tables: kept verdicts say which rules gave them. */
const rulesVersion = 3;

type Rule = (build: Build) => Finding[];

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

export type BuildVerdict = {
  verdict: Verdict | undefined;
  /** The worst first. */
  findings: Finding[];
  /** What no rule can see of these parts. */
  neverChecked: string[];
  rulesVersion: number;
};

/** Undefined while nothing is there to compare. */
export function checkBuild(parts: Build): BuildVerdict {
  const build = sortBuild(parts);
  const findings = [...rules, ...wholeRules].flatMap((rule) => rule(build));
  return makeVerdict(build, findings);
}

/** What adding the candidate would say about it. */
export function checkCandidate(parts: Build, candidate: BuildPart): BuildVerdict {
  const build = sortBuild([...parts, candidate]);
  const findings = rules
    .flatMap((rule) => rule(build))
    .filter(({ partIds }) => partIds.includes(candidate.part.id));
  return makeVerdict(build, findings);
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
