/** Applies all rules to the parts of a computer. */
import type { BuildPart, FitKind } from '#catalogue/rules/facts/facts.ts';
import { addSubject, type Build, listKind, sortBuild } from '#fit/rules/build.ts';
import {
  checkBoardInCase,
  checkCardInCase,
  checkCardsOnBoard,
  checkRadiator,
  checkSupplyInCase,
} from '#fit/rules/rules/case.ts';
import { checkCooler } from '#fit/rules/rules/cooler.ts';
import { checkDrives } from '#fit/rules/rules/drives.ts';
import {
  checkMemoryAmount,
  checkMemoryForm,
  checkMemoryGeneration,
  checkMemorySpeed,
} from '#fit/rules/rules/memory.ts';
import { checkPower } from '#fit/rules/rules/power.ts';
import { checkChipset, checkGraphics, checkSocket } from '#fit/rules/rules/processor.ts';
import {
  type Finding,
  findWorst,
  joinWords,
  makeFinding,
  type Rule,
  type Verdict,
  verdicts,
} from '#fit/rules/verdicts.ts';
import { countWords } from '#kernel/words.ts';

/** Raised with every change of a rule or its tables: kept verdicts say which rules gave them. */
const rulesVersion = 9;

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
  checkRadiator,
  checkPower,
  checkSupplyInCase,
  checkDrives,
];

/** Rules about parts that are missing: of a single candidate they count in advice only. */
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

/** What is said of the candidate alone before it is advised, with a build that was sorted before. */
export function findAboutCandidate(others: Build, candidate: BuildPart): Finding[] {
  const build = addSubject(others, candidate);
  return [...rules, ...wholeRules].flatMap((rule) => findAboutSubject(build, rule));
}

export function findCandidateVerdict(others: Build, candidate: BuildPart): Verdict | undefined {
  return findWorst(findAboutCandidate(others, candidate));
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

/** The worst first. */
export function compareVerdicts(one: Finding, other: Finding): number {
  return verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict);
}

function makeVerdict(build: Build, findings: readonly Finding[]): BuildVerdict {
  return {
    verdict: findWorst(findings),
    findings: findings.toSorted(compareVerdicts),
    neverChecked: listNeverChecked(build),
    rulesVersion,
  };
}

/** What no rule can see, said with every verdict about parts that it concerns. */
function listNeverChecked(build: Pick<Build, 'ofKind'>): string[] {
  const coolers = listKind(build, 'Cooler').map(({ part }) => part);
  const disks = listKind(build, 'Drive').filter(({ part: { form } }) => form === '2.5"' || form === '3.5"');
  const has = (kind: Parameters<typeof listKind>[1]) => listKind(build, kind).length > 0;
  const concerns: readonly [isConcerned: boolean, sentence: string][] = [
    [
      has('Memory') && coolers.some(({ isLiquid }) => !isLiquid),
      'whether the memory stands clear of the cooler',
    ],
    [
      has('Case') && coolers.some(({ isLiquid }) => isLiquid !== false),
      'whether and where the case takes the radiator of a liquid cooler',
    ],
    [
      listKind(build, 'PowerSupply').some(({ part }) => !part.processorPlugs) ||
      listKind(build, 'Motherboard').some(({ part }) => !part.processorPlugs)
        ? has('PowerSupply') && has('Motherboard')
        : false,
      'how many processor plugs the board needs and the power supply has',
    ],
    [
      has('Case') && has('PowerSupply'),
      'whether the power supply is short enough for the case, and its cables long enough',
    ],
    [
      has('PowerSupply') && disks.reduce((sum, { quantity }) => sum + quantity, 0) > 3,
      'whether the power supply has SATA plugs for that many drives',
    ],
    [
      has('Case') && listKind(build, 'Drive').some(({ part }) => part.form === '2.5"'),
      'where the case holds drives of 2.5 inches',
    ],
    [
      has('Processor') && coolers.some(({ ratedWatts }) => ratedWatts === undefined),
      'what heat the cooler carries away, where its maker does not rate it',
    ],
  ];
  return concerns.flatMap(([isConcerned, sentence]) => (isConcerned ? [sentence] : []));
}

/** A computer has one processor, one board, one case, one power supply and one cooler. */
export const oneOfEachRule = 'one-of-each';

const labels: readonly [FitKind, string][] = [
  ['Processor', 'processor'],
  ['Motherboard', 'board'],
  ['Case', 'computer case'],
  ['PowerSupply', 'power supply'],
  ['Cooler', 'processor cooler'],
];

export function checkOneOfEach(build: Build): Finding[] {
  return labels.flatMap(([kind, label]) => {
    const parts = listKind(build, kind);
    const count = parts.reduce((sum, { quantity }) => sum + quantity, 0);
    if (count <= countTaken(build, kind)) return [];
    const names = joinWords(parts.map(({ part }) => part.name));
    return makeFinding(
      oneOfEachRule,
      'does-not-fit',
      parts.map(({ part }) => part),
      () => `The ${names}: ${count} where a computer takes ${countWords(countTaken(build, kind), label)}.`,
    );
  });
}

/** Boards with two processors take two, each with its cooler. */
function countTaken(build: Build, kind: FitKind): number {
  if (kind !== 'Processor' && kind !== 'Cooler') return 1;
  return Math.max(1, ...listKind(build, 'Motherboard').map(({ part }) => part.processors ?? 1));
}
