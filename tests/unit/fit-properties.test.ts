/** What holds for every build, whatever its parts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BuildPart, DriveForm, FitKind, FitPart } from '#catalogue/rules/facts/facts.ts';
import { checkBuild, checkCandidate } from '#fit/rules/check-build.ts';
import { keepOthers } from '#fit/rules/join-build.ts';
import { chooseReplacement, makeReplacementCheck } from '#fit/rules/replacements.ts';
import { findAdapter } from '#fit/rules/rules/drives.ts';
import { type Finding, findWorst, type Verdict } from '#fit/rules/verdicts.ts';

/** A fact is there or not known. */
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const maybeOne = <Value>(...values: Value[]) => maybe(fc.constantFrom(...values));
const amount = (min: number, max: number) => maybe(fc.integer({ min, max }));

const sockets = ['AM4', 'AM5', 'LGA1151', 'LGA1155', 'LGA1700', 'LGA2066', 'sWRX8'];
const names = [
  'AMD Ryzen 5 3600',
  'AMD Ryzen 5 5600G',
  'AMD Ryzen 7 9700X',
  'Intel Core i5-12400',
  'Intel Core i7-8700',
  'Some processor',
];
const formFactors = ['ATX', 'EATX', 'Micro ATX', 'Mini ITX'];
const connectors = maybe(
  fc.record({
    sixPin: fc.integer({ min: 0, max: 2 }),
    eightPin: fc.integer({ min: 0, max: 3 }),
    sixteenPin: fc.integer({ min: 0, max: 1 }),
  }),
);

const facts = {
  Processor: fc.record({
    name: fc.constantFrom(...names),
    socket: maybeOne(...sockets),
    memoryGenerations: maybeOne([4], [5], [4, 5]),
    tdpWatts: amount(35, 253),
    peakWatts: amount(60, 400),
    hasGraphics: maybe(fc.boolean()),
  }),
  Motherboard: fc.record({
    name: fc.constant('Board'),
    socket: maybeOne(...sockets),
    chipset: maybeOne('B550', 'X570', 'B650', 'Z270', 'Z370', 'B760'),
    formFactor: maybeOne(...formFactors),
    memoryGeneration: maybeOne(4, 5),
    memoryForm: maybeOne<'DIMM' | 'SO-DIMM'>('DIMM', 'SO-DIMM'),
    memorySlots: amount(1, 4),
    maxMemoryGb: amount(16, 192),
    takesRegisteredMemory: maybe(fc.boolean()),
    hasFlashback: maybe(fc.boolean()),
    sataPorts: amount(1, 8),
    processors: maybeOne(2),
    cardSlots: amount(0, 3),
    processorPlugs: amount(1, 2),
    m2Slots: maybe(
      fc.array(
        fc.record({ lengthsMm: fc.constantFrom([80], [60, 80], []), takesSata: maybe(fc.boolean()) }),
        { minLength: 1, maxLength: 4 },
      ),
    ),
  }),
  Memory: fc.record({
    name: fc.constant('Memory'),
    generation: maybeOne(4, 5),
    form: maybeOne<'DIMM' | 'SO-DIMM'>('DIMM', 'SO-DIMM'),
    modules: amount(1, 4),
    moduleGb: amount(4, 64),
    speedMts: amount(2133, 8000),
    isRegistered: maybe(fc.boolean()),
  }),
  GraphicsCard: fc.record({
    name: fc.constant('Card'),
    chip: maybeOne('GeForce RTX 4070', 'Radeon RX 580'),
    watts: amount(30, 600),
    lengthMm: amount(150, 380),
    slotWidth: maybe(fc.constantFrom(1, 2, 2.5, 3.5)),
    connectors,
  }),
  Case: fc.record({
    name: fc.constant('Case'),
    boardFormFactors: maybe(fc.subarray(formFactors, { minLength: 1 })),
    maxCardLengthMm: amount(150, 450),
    maxCoolerHeightMm: amount(40, 200),
    expansionSlots: amount(1, 8),
    bays35: amount(0, 6),
    powerSupplyForms: maybeOne(['ATX'], ['SFX'], ['ATX', 'SFX']),
    type: maybeOne('ATX Mid Tower', 'Micro ATX Mini Tower'),
    volumeL: amount(8, 70),
    sidesMm: maybeOne([90, 300, 380], [200, 400, 450]),
  }),
  PowerSupply: fc.record({
    name: fc.constant('Supply'),
    watts: amount(200, 1200),
    form: maybeOne('ATX', 'SFX'),
    connectors,
    processorPlugs: amount(1, 2),
    lengthMm: amount(100, 220),
  }),
  Cooler: fc.record({
    name: fc.constant('Cooler'),
    sockets: maybe(fc.subarray(sockets, { minLength: 1 })),
    isLiquid: maybe(fc.boolean()),
    heightMm: amount(30, 180),
    radiatorMm: amount(120, 360),
    ratedWatts: amount(65, 300),
  }),
  Drive: fc.record({
    name: fc.constant('Drive'),
    form: maybeOne<DriveForm>('M.2', '2.5"', '3.5"', 'mSATA', 'PCIe card'),
    m2LengthMm: maybeOne(42, 80, 110),
    bus: maybeOne<'NVMe' | 'SATA' | 'SAS'>('NVMe', 'SATA', 'SAS'),
    isHardDisk: maybe(fc.boolean()),
  }),
} satisfies { [Kind in FitKind]: fc.Arbitrary<Omit<Extract<FitPart, { kind: Kind }>, 'kind' | 'id'>> };

const kinds = Object.keys(facts) as FitKind[];

const part: fc.Arbitrary<BuildPart> = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      facts: facts[kind],
      id: fc.uuid(),
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  )
  .map(({ kind, facts: known, id, quantity }) => ({ part: { kind, id, ...known } as FitPart, quantity }));

const build = fc.uniqueArray(part, { maxLength: 8, selector: (each) => each.part.id });

/** What each "does not fit" could be mended by, with the others of the build. */
const listReplaced = (parts: readonly BuildPart[]) =>
  checkBuild(parts)
    .findings.filter(({ verdict }) => verdict === 'does-not-fit')
    .flatMap((finding) =>
      parts
        .filter((each) => finding.partIds.includes(each.part.id))
        .map((replaced) => ({ finding, replaced, rest: parts.filter((each) => each !== replaced) })),
    );

const isSame = (one: Finding, { rule }: Finding) => one.rule === rule && one.verdict === 'does-not-fit';

const search = (
  offers: readonly BuildPart[],
  rest: readonly BuildPart[],
  { finding, replaced }: { finding: Finding; replaced: BuildPart },
) => {
  const { quantity } = replaced;
  const check = makeReplacementCheck(rest, finding, { kind: replaced.part.kind, quantity });
  const pairs = offers.map((each) => ({ read: () => each, facts: each.part }));
  const request = { isOffered: () => true, budget: { left: 1000 } };
  return check && chooseReplacement(pairs, { ...check, ...request }, new Map());
};

const describe = (parts: readonly BuildPart[]) => {
  const { verdict, findings } = checkBuild(parts);
  return { verdict, findings: findings.map((finding) => `${finding.verdict} ${finding.explain()}`) };
};

test('the verdict does not depend on the order of the parts', () => {
  fc.assert(
    fc.property(build, fc.infiniteStream(fc.nat()), (parts, numbers) => {
      const shuffled = parts
        .map((each) => ({ each, rank: Number(numbers.next().value) }))
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ each }) => each);
      expect(describe(shuffled)).toEqual(describe(parts));
    }),
    { numRuns: 500 },
  );
});

const card = (id: string, chip?: string): BuildPart => ({
  part: { kind: 'GraphicsCard', id, name: 'Card', chip },
  quantity: 1,
});
const supply: BuildPart = {
  part: {
    kind: 'PowerSupply',
    id: '3',
    name: 'Supply',
    connectors: { eightPin: 0, sixteenPin: 0 },
  },
  quantity: 1,
};

test('adding a part never turns “does not fit” into “fits”, unless it is a board for two processors', () => {
  fc.assert(
    fc.property(build, part, (parts, added) => {
      const before = checkBuild(parts).findings.filter(({ verdict }) => verdict === 'does-not-fit');
      const after = checkBuild([...parts, added]).findings.filter(
        ({ verdict }) => verdict === 'does-not-fit',
      );
      for (const { rule } of before) {
        if (rule === 'one-of-each' && added.part.kind === 'Motherboard') continue;
        expect(after.map((finding) => finding.rule)).toContain(rule);
      }
    }),
    { numRuns: 1000, examples: [[[card('2', 'GeForce RTX 4070'), supply], card('1')]] }, // the first is not known at all
  );
});

/** Facts without which a rule that compares them cannot say "fits". */
const deciding: readonly [rule: string, kind: FitKind, ...facts: string[]][] = [
  ['socket', 'Processor', 'socket'],
  ['socket', 'Motherboard', 'socket'],
  ['chipset', 'Motherboard', 'chipset'],
  ['memory-generation', 'Memory', 'generation'],
  ['memory-generation', 'Motherboard', 'memoryGeneration'],
  ['memory-form', 'Memory', 'form'],
  ['memory-form', 'Motherboard', 'memoryForm'],
  ['memory-registered', 'Motherboard', 'takesRegisteredMemory'],
  ['memory-registered', 'Memory', 'isRegistered'],
  ['board-in-case', 'Motherboard', 'formFactor'],
  ['board-in-case', 'Case', 'boardFormFactors', 'type'],
  ['card-length', 'GraphicsCard', 'lengthMm'],
  ['card-length', 'Case', 'maxCardLengthMm', 'type'],
  ['card-slots', 'Case', 'expansionSlots', 'type'],
  ['cooler-height', 'Cooler', 'heightMm'],
  ['cooler-height', 'Case', 'maxCoolerHeightMm', 'type'],
  ['cooler-socket', 'Cooler', 'sockets'],
  ['processor-plugs', 'Motherboard', 'processorPlugs'],
  ['processor-plugs', 'PowerSupply', 'processorPlugs'],
  ['power-watts', 'PowerSupply', 'watts'],
  ['power-watts', 'GraphicsCard', 'watts', 'chip'],
  ['power-connectors', 'GraphicsCard', 'connectors', 'watts', 'chip'],
  ['supply-in-case', 'PowerSupply', 'form'],
  ['drive-bays', 'Case', 'bays35'],
  ['m2-slots', 'Drive', 'm2LengthMm'],
  ['m2-slots', 'Drive', 'bus'],
  ['sata-ports', 'Drive', 'bus'],
];

test('unknown facts never give “fits”', () => {
  fc.assert(
    fc.property(build, fc.constantFrom(...deciding), (parts, [rule, kind, ...facts]) => {
      const forgotten = parts.map(({ part: known, quantity }) => ({
        part:
          known.kind === kind
            ? ({ ...known, ...Object.fromEntries(facts.map((fact) => [fact, undefined])) } as FitPart)
            : known,
        quantity,
      }));
      const ids = new Set(
        forgotten.filter(({ part: known }) => known.kind === kind).map(({ part: known }) => known.id),
      );
      for (const finding of checkBuild(forgotten).findings)
        if (finding.rule === rule && finding.partIds.some((id) => ids.has(id)))
          expect(finding.verdict, finding.explain()).not.toBe('fits');
    }),
    { numRuns: 2000 },
  );
});

test('a build that is called fitting has nothing in it that is not known', () => {
  fc.assert(
    fc.property(build, (parts) => {
      const { verdict, findings } = checkBuild(parts);
      expect(verdict).toBe(findWorst(findings));
      if (verdict === 'fits') expect(findings.every((finding) => finding.verdict === 'fits')).toBe(true);
    }),
  );
});

test('a replacement is the first offer with which the rule no longer complains and everything fits, if one surely does', () => {
  let replacements = 0;
  fc.assert(
    fc.property(build, fc.array(part, { maxLength: 30 }), (parts, others) => {
      for (const { finding, replaced, rest } of listReplaced(parts)) {
        const { quantity } = replaced;
        const offers = others.filter((each) => each.part.kind === replaced.part.kind);
        const verdicts = offers.map((offer): Verdict => {
          const candidate = { ...offer, quantity };
          const isMended = !checkBuild([...rest, candidate]).findings.some((each) => isSame(each, finding));
          const joined = checkCandidate(keepOthers(rest, candidate.part.kind), candidate);
          const isOfPower = ({ rule }: Finding) => /^power-(?:watts|recommended)$/.test(rule);
          const isLight = /Cooler|Motherboard|Memory|Drive/.test(candidate.part.kind);
          const weighed = joined.findings.filter((each) => !isLight || !isOfPower(each));
          const isAdapted = candidate.part.kind === 'Drive' && findAdapter(candidate.part);
          const isScarce = weighed.some((each) => isOfPower(each) && each.verdict !== 'fits');
          return isMended && !isScarce && !isAdapted ? (findWorst(weighed) ?? 'fits') : 'does-not-fit';
        });
        const best = (['fits', 'only-if', 'not-known'] as const).find((verdict) =>
          verdicts.includes(verdict),
        );
        const expected = best && offers[verdicts.indexOf(best)];
        const chosen = search(offers, rest, { finding, replaced });
        expect(chosen).toBe(finding.rule === 'one-of-each' ? undefined : expected);
        if (chosen) replacements += 1;
      }
    }),
    { numRuns: 300 },
  );
  expect(replacements).toBeGreaterThan(5);
});

test('a search applies one rule to what does not mend, once to equal facts of any parts, and ends with its budget', () => {
  const board = (id: string, socket: string) =>
    ({ part: { kind: 'Motherboard', id, name: 'Board', socket }, quantity: 1 }) as const;
  const processor = (id: string) =>
    ({ part: { kind: 'Processor', id, name: 'Some processor', socket: 'AM5' }, quantity: 1 }) as const;
  const replaced = board('b', 'AM4');
  let applied = 0;
  const [conflict] = checkBuild([processor('p'), replaced]).findings;
  const finding = {
    ...(conflict as Finding),
    apply: (each: Parameters<NonNullable<Finding['apply']>>[0]) => {
      applied += 1;
      return conflict?.apply?.(each) ?? [];
    },
  };
  const shared = board('old', 'LGA1151').part;
  const offers = [...Array(500).fill(shared), ...sockets.map((socket) => board(socket, socket).part)];
  const kept = new Map<FitPart, Verdict>();
  const find = (id: string, left: number) => {
    applied = 0;
    const check = makeReplacementCheck([processor(id)], finding, { kind: 'Motherboard', quantity: 1 });
    if (!check) return { key: '' };
    const pairs = offers.map((facts) => ({ read: () => facts.id, facts }));
    const request = { ...check, isOffered: () => true, budget: { left } };
    return { key: check.key, chosen: chooseReplacement(pairs, request, kept) };
  };
  expect(find('p', 2)).toMatchObject({ chosen: undefined });
  expect(applied).toBe(3); // the others alone, and two sets of facts
  const first = find('p', 100);
  expect(first.chosen).toBe('AM5');
  expect(applied).toBe(7); // the others alone, and the six that were not checked before
  expect(find('q', 0)).toEqual(first); // another processor with the same facts
});

test('a candidate gets the findings that the build with it has about it', () => {
  fc.assert(
    fc.property(build, part, (parts, added) => {
      const whole = checkBuild([...parts, added]).findings.filter(
        ({ rule, partIds }) => rule !== 'graphics' && partIds.includes(added.part.id),
      );
      const candidate = checkCandidate(parts, added);
      expect(candidate.verdict).toBe(findWorst(whole));
      expect(candidate.findings.length).toBe(whole.length);
    }),
  );
});
