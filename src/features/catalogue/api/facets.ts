/** The routes of facets and suggestions. */
import type { FastifyInstance } from 'fastify';
import { countPartsEndpoint, type PartFacet, suggestPartsEndpoint } from '#catalogue/contract/facets.ts';
import { parseListQuery } from '#catalogue/contract/list-queries.ts';
import type { VisitorReads } from '#catalogue/database/visitor-reads.ts';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import { type Facet, listRelaxations, makeFacets } from '#catalogue/rules/index/facets.ts';
import { listSorts } from '#catalogue/rules/lists/sorts.ts';
import { choosePartImage } from '#catalogue/rules/part-image.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { showName } from '#catalogue/rules/shown-names.ts';
import { registerPublicRead } from '#platform/http/public-reads.ts';
import type { ApiDependencies } from '#platform/http/register-endpoint.ts';

const maxSuggestions = 5;

export function catalogueRoutes(
  app: FastifyInstance,
  services: ApiDependencies & { visitorReads: VisitorReads },
): void {
  registerPublicRead(app, services, countPartsEndpoint, async ({ query }, { catalogue }) => {
    const listQuery = parseListQuery(query);
    const counts = await catalogue.count(listQuery);
    return {
      total: counts.total,
      meant: counts.correction ?? null,
      partial: counts.isPartial,
      categories: presentCategories(counts.categories),
      facets: makeFacets(listQuery, counts).map(presentFacet),
      sorts: listSorts(listQuery.category, listQuery.q !== ''),
      reliefs: listRelaxations(listQuery, counts).map(({ key, label, total }) => ({ key, label, total })),
    };
  });

  registerPublicRead(app, services, suggestPartsEndpoint, async ({ query }, { catalogue }) => {
    const { parts, brands, categories, correction } = await catalogue.suggest(query.q, maxSuggestions);
    return {
      meant: correction ?? null,
      parts: parts.map((part) => ({
        _id: part.id,
        name: showName(part),
        category: part.category,
        slug: part.slug,
        img: choosePartImage(part),
      })),
      brands,
      categories: presentCategories(categories),
    };
  });
}

function presentCategories(counts: ReadonlyMap<Category, number>) {
  return [...counts].map(([category, count]) => ({
    category,
    label: categoryLabels[category].plural,
    count,
  }));
}

function presentFacet(facet: Facet): PartFacet {
  const { key, label, unit, explanation } = facet;
  const common = { key, label, unit, explanation };
  switch (facet.kind) {
    case 'choice':
      return {
        kind: 'choice',
        ...common,
        values: facet.values.map(({ isChosen, ...value }) => ({ ...value, chosen: isChosen })),
      };
    case 'range':
      return { kind: 'range', ...common, min: facet.min ?? null, max: facet.max ?? null };
    case 'flag':
      return { kind: 'flag', ...common, count: facet.count, chosen: facet.isChosen };
  }
}
