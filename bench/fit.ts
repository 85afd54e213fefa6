/** How often each rule of fit decides over the records of the BuildCores OpenDB, and what random builds come to. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildPart, FitPart } from '#catalogue/rules/facts/facts.ts';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import { readOpenDbRows } from '#catalogue/rules/import/open-db/rows.ts';
import { completeFacts, type PriceName } from '#catalogue/rules/import/price-names.ts';
import { checkBuild } from '#fit/rules/check-build.ts';
import { type Verdict, verdicts } from '#fit/rules/verdicts.ts';
import { type Dice, makeDice } from './dice.ts';

const files: readonly [list: string, file: string][] = [
  ['CPU', 'cpu'],
  ['Motherboard', 'motherboard'],
  ['RAM', 'memory'],
  ['GPU', 'graphics-card'],
  ['PCCase', 'case'],
  ['PSU', 'power-supply'],
  ['CPUCooler', 'cpu-cooler'],
  ['Storage', 'storage'],
];

const buildCount = 10_000;
/** Sockets that are sold new. */
const sockets = ['AM4', 'AM5', 'LGA1200', 'LGA1700', 'LGA1851'];

type Counts = Record<Verdict, number>;
const makeCounts = (): Counts => ({ 'does-not-fit': 0, 'not-known': 0, 'only-if': 0, fits: 0 });

export async function benchFit([folder]: string[]): Promise<string> {
  if (!folder) return 'Give the folder with the lists of the OpenDB: npm run bench -- fit FOLDER';
  const partsOfList = new Map<string, FitPart[]>();
  const lines = ['| list | records | left out as not possible |', '| --- | --- | --- |'];
  for (const [list, file] of files) {
    const rows = readFileSync(path.join(folder, `${file}.jsonl`), 'utf8')
      .split('\n')
      .filter(Boolean);
    const read = [...readOpenDbRows(rows.map((row) => JSON.parse(row)))].filter((row) => 'part' in row);
    const parts = read.flatMap(
      ({ part }, id) => readFitPart({ id: `${list} ${id}`, ...completeFacts(part as PriceName) }) ?? [],
    );
    const quarantined = read.flatMap((row) => row.quarantined?.map(({ path }) => path) ?? []);
    partsOfList.set(list, parts);
    lines.push(`| ${list} | ${parts.length} | ${summarize(quarantined)} |`);
  }
  return [...lines, '', ...checkRandomBuilds(partsOfList)].join('\n');
}

function checkRandomBuilds(partsOfList: ReadonlyMap<string, FitPart[]>): string[] {
  const ofRule = new Map<string, Counts>();
  const ofBuild = makeCounts();
  const reasons: string[] = [];
  const dice = makeDice(1);
  for (let number = 0; number < buildCount; number += 1) {
    const { verdict, findings } = checkBuild(drawBuild(partsOfList, dice));
    if (verdict) ofBuild[verdict] += 1;
    for (const finding of findings) {
      const counts = ofRule.get(finding.rule) ?? makeCounts();
      counts[finding.verdict] += 1;
      ofRule.set(finding.rule, counts);
      finding.explain();
    }
    if (verdict === 'not-known')
      reasons.push(...findings.filter((finding) => finding.verdict === verdict).map(({ rule }) => rule));
  }
  const spell = (counts: Counts) => verdicts.map((verdict) => counts[verdict]).join(' | ');
  return [
    `| rule | ${verdicts.join(' | ')} |`,
    '| --- | --- | --- | --- | --- |',
    ...[...ofRule].toSorted().map(([rule, counts]) => `| ${rule} | ${spell(counts)} |`),
    `| builds | ${spell(ofBuild)} |`,
    '',
    `Not known because of: ${summarize(reasons)}`,
  ];
}

/** One part of each kind; processor, board and memory of one generation. */
function drawBuild(partsOfList: ReadonlyMap<string, FitPart[]>, dice: Dice): BuildPart[] {
  const list = (name: string) => partsOfList.get(name) ?? [];
  const socket = dice.any(sockets);
  const hasSocket = (part: FitPart) => 'socket' in part && part.socket === socket;
  const board = dice.any(list('Motherboard').filter(hasSocket));
  const generation = board.kind === 'Motherboard' ? board.memoryGeneration : undefined;
  const parts = [
    dice.any(list('CPU').filter(hasSocket)),
    board,
    dice.any(list('RAM').filter((part) => part.kind === 'Memory' && part.generation === generation)),
    ...(['GPU', 'PCCase', 'PSU', 'CPUCooler', 'Storage'] as const).map((name) => dice.any(list(name))),
  ];
  return parts.map((part) => ({ part, quantity: 1 }));
}

function summarize(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([word, count]) => `${word} ${count}`).join(', ') || 'nothing';
}
