/** The routes that ask about the catalogue as a whole. */
import type { FastifyInstance } from 'fastify';
import { type Services, serve } from '#api/serve.ts';
import { countPartsEndpoint, type PartFacet, suggestPartsEndpoint } from '#contract/catalogue.ts';
import { questionOf } from '#contract/questions.ts';
import { categoryLabels } from '#domain/catalogue/category-labels.ts';
import { type Facet, facetsOf, listRelaxations } from '#domain/catalogue/facets.ts';
import { sortsOf } from '#domain/catalogue/sorts.ts';
import { partImage } from '#domain/part-image.ts';
import type { Category } from '#domain/parts.ts';

/** Of each kind of suggestion, so many at most. */
const mostSuggestions = 5;

export function catalogueRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, countPartsEndpoint, async ({ query }) => {
    const question = questionOf(query);
    const counts = await services.catalogue.count(question);
    return {
      total: counts.total,
      meant: counts.meant ?? null,
      partial: counts.isPartial,
      categories: presentCategories(counts.categories),
      facets: facetsOf(question, counts).map(presentFacet),
      sorts: sortsOf(question.category, question.q !== ''),
      reliefs: listRelaxations(question, counts).map(({ key, label, total }) => ({ key, label, total })),
    };
  });

  serve(app, services, suggestPartsEndpoint, async ({ query }) => {
    const { parts, brands, categories, meant } = await services.catalogue.suggest(query.q, mostSuggestions);
    return {
      meant: meant ?? null,
      parts: parts.map((part) => ({
        _id: part.id,
        name: part.name,
        category: part.category,
        slug: part.slug,
        img: partImage(part),
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
  const described = { key, label, unit, explanation };
  switch (facet.kind) {
    case 'choice':
      return {
        kind: 'choice',
        ...described,
        values: facet.values.map(({ isChosen, ...value }) => ({ ...value, chosen: isChosen })),
      };
    case 'range':
      return { kind: 'range', ...described, min: facet.min ?? null, max: facet.max ?? null };
    case 'flag':
      return { kind: 'flag', ...described, count: facet.count, chosen: facet.isChosen };
  }
}
