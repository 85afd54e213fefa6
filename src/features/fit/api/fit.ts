/** The routes of builds: whether their parts fit together, those that are saved and kept, and the basket they go into. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { basketSchema } from '#basket/contract/basket.ts';
import type { BasketOwner } from '#basket/use-cases/change-basket.ts';
import type { VisitorReads } from '#catalogue/database/visitor-reads.ts';
import { makeBuildPath, maxBuildEntries, parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import { showName } from '#catalogue/rules/shown-names.ts';
import { addBuildToBasketEndpoint, addBuildToBasketForm } from '#fit/contract/basket-builds.ts';
import {
  checkFitEndpoint,
  deleteBuildEndpoint,
  deleteBuildForm,
  keepBuildEndpoint,
  keepBuildForm,
  listReadyBuildsEndpoint,
  renameBuildEndpoint,
  renameBuildForm,
  saveBuildEndpoint,
  saveBuildForm,
} from '#fit/contract/fit.ts';
import { readBuildParts } from '#fit/database/build-parts.ts';
import { findReadyBuilds } from '#fit/database/ready-builds.ts';
import { checkCandidate, compareVerdicts } from '#fit/rules/check-build.ts';
import { keepOthers } from '#fit/rules/join-build.ts';
import { explainLeftOut, type LeftOut } from '#fit/rules/left-out.ts';
import { estimateWatts, findPartVerdict, formatParts, summarizeBuild } from '#fit/rules/priced-build.ts';
import {
  chooseWithin,
  describeReadyBuild,
  findSteps,
  makeReadyPath,
  nameReadyBuild,
} from '#fit/rules/ready-builds.ts';
import { type Finding, findWorst, makeFinding, showVerdict } from '#fit/rules/verdicts.ts';
import { deleteBuild, keepBuild, renameBuild } from '#fit/use-cases/keep-build.ts';
import { putBuildIntoBasket } from '#fit/use-cases/put-build-into-basket.ts';
import { saveBuild } from '#fit/use-cases/save-build.ts';
import { centsToDollars, dollarsToCents } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import type { Database } from '#platform/database/connect.ts';
import { registerForms } from '#platform/http/page-forms.ts';
import { registerPublicRead } from '#platform/http/public-reads.ts';
import { formatNetwork } from '#platform/http/rate-limits.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';

/** A candidate takes the place of what a computer has one of, and comes on top of memory and drives. */
async function readParts(
  db: Database,
  { parts, candidate }: { parts: string; candidate?: string | undefined },
) {
  const named = parseBuild(parts);
  if (!candidate) return await readBuildParts(db, named);
  const entries = named.entries.filter(({ id }) => id !== candidate).slice(0, maxBuildEntries - 1);
  const chosen = named.entries.find(({ id }) => id === candidate);
  const own = { id: candidate, quantity: chosen?.quantity ?? 1, isOwned: true };
  const build = await readBuildParts(db, { ...named, entries: [...entries, own] });
  const added = build.parts.find(({ part }) => part.id === candidate);
  if (!added) return build;
  const others = build.parts.filter((each) => each !== added);
  return { ...build, parts: [...keepOthers(others, added.part.kind), added] };
}

export async function fitRoutes(
  app: FastifyInstance,
  services: ApiDependencies & { visitorReads: VisitorReads; changeOwnBasket: ChangeOwnBasket },
): Promise<void> {
  keptBuildRoutes(app, services);
  basketBuildRoutes(app, services);

  registerPublicRead(app, services, checkFitEndpoint, async ({ query }, { db }) => {
    const { parts, leftOut, budget } = await readParts(db, query);
    const { total, draw, ...whole } = summarizeBuild(parts);
    const candidate = parts.find(({ part }) => part.id === query.candidate);
    const others = parts.filter((each) => each !== candidate);
    const {
      findings: checked,
      neverChecked,
      rulesVersion,
    } = candidate ? checkCandidate(others, candidate) : whole;
    const findings = [...checked, ...leftOut.flatMap(explainUnjudged)].toSorted(compareVerdicts);
    return {
      verdict: findWorst(findings) ?? null,
      rulesVersion,
      parts: parts.map((each) => ({
        _id: each.part.id,
        name: showName(each.row),
        category: each.row.category,
        quantity: each.quantity,
        owned: each.isOwned,
        price: each.unitPrice === null ? null : centsToDollars(each.unitPrice),
        watts: estimateWatts(each) ?? null,
        verdict: findPartVerdict(findings, each.part)?.verdict ?? null,
      })),
      findings: findings.map((finding) => ({
        rule: finding.rule,
        verdict: finding.verdict,
        condition: finding.condition ?? null,
        sentence: finding.explain(),
        parts: [...finding.partIds],
      })),
      notChecked: neverChecked,
      summary: summarize(findings, neverChecked),
      page: makeBuildPath(
        formatParts(
          parts.map((each) => (each === candidate ? { ...each, isOwned: false } : each)),
          budget,
        ),
      ),
      total: centsToDollars(total),
      budget: budget ?? null,
      watts: draw.watts,
      wattsUnknown: draw.unknown,
      leftOut: leftOut.map((each) => ({
        part: each.text,
        reason: each.reason,
        detail: explainLeftOut(each),
      })),
    };
  });

  registerPublicRead(app, services, listReadyBuildsEndpoint, async ({ query: { use, budget } }, { db }) => {
    const all = await findReadyBuilds(db);
    const within = budget === undefined ? all : chooseWithin(all, dollarsToCents(budget));
    return within
      .filter(({ recipe }) => use === undefined || recipe.use === use)
      .map((build) => {
        const { id, recipe, total, draw, parts } = build;
        const { cheaper, dearer } = findSteps(all, build);
        return {
          ...{ id, use: recipe.use, name: nameReadyBuild(recipe) },
          description: describeReadyBuild(parts, recipe, draw.watts),
          limit: centsToDollars(recipe.limit),
          total: centsToDollars(total),
          watts: draw.watts,
          parts: parts.map(({ row, unitPrice }) => ({
            _id: row.id,
            name: showName(row),
            category: row.category,
            price: centsToDollars(unitPrice ?? 0),
          })),
          page: makeReadyPath(id),
          cheaper: cheaper?.id ?? null,
          dearer: dearer?.id ?? null,
        };
      });
  });
}

/** Nothing is said to fit beside a part that the answer cannot see. */
function explainUnjudged(each: LeftOut): Finding[] {
  if (each.reason === 'not-checked') return [];
  return [makeFinding('left-out', 'not-known', [], () => explainLeftOut(each))];
}

function summarize(findings: readonly Finding[], neverChecked: readonly string[]): string | null {
  const shown = showVerdict(findings);
  if (!shown) return null;
  const rest = neverChecked.length > 0 ? ` Not checked: ${neverChecked.join('; ')}.` : '';
  return `${shown.label}: ${findings[0]?.explain()}${rest}`;
}

/** Changes the basket of the request and answers with it. */
type ChangeOwnBasket = (
  context: { request: FastifyRequest; reply: FastifyReply; viewer: Viewer | undefined },
  work: (owner: BasketOwner) => Promise<string | undefined | Refusal>,
) => Promise<z.output<typeof basketSchema> | Refusal>;

/** The buttons below a build, which save it or put it into the basket: the endpoints, and the forms of the page. */
function basketBuildRoutes(
  app: FastifyInstance,
  services: ApiDependencies & { changeOwnBasket: ChangeOwnBasket },
): void {
  const save = registerEndpoint(app, services, saveBuildEndpoint, async ({ request, body, at }) =>
    presentKept(await saveBuild(services, { ...body, network: formatNetwork(request.ip), at })),
  );

  const add = registerEndpoint(app, services, addBuildToBasketEndpoint, ({ body, at, ...context }) =>
    services.changeOwnBasket(context, (owner) =>
      putBuildIntoBasket(services, { owner, parts: body.parts, at }),
    ),
  );
  registerForms(app, services, [
    [addBuildToBasketForm, add],
    [saveBuildForm, save],
  ]);
}

/** The builds that people keep under names: the endpoints, and the forms of their page. */
function keptBuildRoutes(app: FastifyInstance, services: ApiDependencies): void {
  const keep = registerEndpoint(app, services, keepBuildEndpoint, async ({ viewer, body, at }) =>
    presentKept(await keepBuild(services, { ...body, viewer, at })),
  );
  const rename = registerEndpoint(app, services, renameBuildEndpoint, async ({ viewer, params, body }) =>
    presentKept(await renameBuild(services, { viewer, id: params.id, name: body.name })),
  );
  const remove = registerEndpoint(app, services, deleteBuildEndpoint, async ({ viewer, params }) =>
    presentKept(await deleteBuild(services, { viewer, id: params.id })),
  );
  registerForms(app, services, [
    [keepBuildForm, keep],
    [renameBuildForm, rename],
    [deleteBuildForm, remove],
  ]);
}

function presentKept(id: string | Refusal) {
  return isRefused(id) ? id : { id, page: paths.savedBuild(id) };
}
