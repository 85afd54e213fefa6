/** The routes that read parts. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { presentManagedPart, presentPart } from '#catalogue/api/present-part.ts';
import { countPartsEndpoint, type PartFacet, suggestPartsEndpoint } from '#catalogue/contract/facets.ts';
import { parseListQuery } from '#catalogue/contract/list-queries.ts';
import { listPartsEndpoint } from '#catalogue/contract/part-lists.ts';
import { readPartEndpoint } from '#catalogue/contract/parts.ts';
import type { SearchOutcome } from '#catalogue/database/catalogue.ts';
import { findPartsNotOnSale } from '#catalogue/database/part-lists.ts';
import { findPart, findPartOnSale, nameParts } from '#catalogue/database/parts.ts';
import { showParts } from '#catalogue/database/shown-parts.ts';
import type { VisitorReads } from '#catalogue/database/visitor-reads.ts';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import { type Facet, type FacetValue, listRelaxations, makeFacets } from '#catalogue/rules/index/facets.ts';
import { listSorts } from '#catalogue/rules/lists/sorts.ts';
import { choosePartImage, makeThumbnailAddress } from '#catalogue/rules/part-image.ts';
import { type Category, partSorts } from '#catalogue/rules/parts.ts';
import { showName } from '#catalogue/rules/shown-names.ts';
import { partCursor } from '#kernel/cursors.ts';
import { centsToDollars } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { registerPublicRead } from '#platform/http/public-reads.ts';
import { type ApiDependencies, sendPage } from '#platform/http/register-endpoint.ts';

const noSuchSort: Refusal = {
  refused: 'invalid-input',
  errors: [{ path: 'sort', message: `Parts that are not on sale can be sorted by ${partSorts.join(', ')}` }],
};

export function partRoutes(
  app: FastifyInstance,
  services: ApiDependencies & { visitorReads: VisitorReads },
): void {
  registerPublicRead(
    app,
    services,
    listPartsEndpoint,
    async (context, { db, catalogue }) => {
      const { viewer, query } = context;
      if (query.status !== 'on-sale' && viewer?.role !== 'admin') return { refused: 'not-allowed' };
      if (query.status !== 'on-sale') {
        const sort = partSorts.find((each) => each === query.sort);
        if (query.sort && !sort) return noSuchSort;
        const { limit, cursor, q, status } = query;
        const { page } = parseListQuery(query);
        const listed = await findPartsNotOnSale(db, { limit, cursor, page, q, sort, status });
        return sendPage(context, { ...listed, rows: await nameParts(db, listed.rows) }, presentManagedPart);
      }
      const { limit: size, cursor } = query;
      const listQuery = parseListQuery(query);
      const isByNumber = query.page !== undefined && cursor === undefined;
      const offset = isByNumber ? (listQuery.page - 1) * size : 0;
      const list = await catalogue.list(listQuery, { size, offset, after: cursor });
      const { rows, total, next } = list;
      setSearchHeaders(context.reply, list);
      const nextPage = next && (isByNumber ? String(listQuery.page + 1) : partCursor.encode(next));
      return sendPage(context, { rows, total, next: nextPage }, presentPart, isByNumber ? 'page' : 'cursor');
    },
    (parts, { sort }) => {
      if (parts.length === 0) return 'not kept'; // each search without a result counts
      return sort === 'stock' ? undefined : { parts: parts.map(({ _id }) => _id), showsAvailability: true };
    },
  );

  registerPublicRead(
    app,
    services,
    readPartEndpoint,
    async ({ viewer, params }, { db }) => {
      const isManager = viewer?.role === 'admin';
      const part = await (isManager ? findPart : findPartOnSale)(db, params.id);
      if (!part) return { refused: 'part-not-found' };
      const [named = part] = await showParts(db, [part]);
      return isManager ? presentManagedPart(named) : presentPart(named);
    },
    ({ _id }) => ({ parts: [_id], showsAvailability: false }),
  );
}

/** In headers, because the body is a list. Search words are ASCII. */
function setSearchHeaders(reply: FastifyReply, { correction, isPartial }: SearchOutcome): void {
  if (correction !== undefined) reply.header('x-search-meant', correction);
  if (isPartial) reply.header('x-search-partial', 'true');
}

/** The routes of facets and suggestions. */
const maxSuggestions = 5;

export function catalogueRoutes(
  app: FastifyInstance,
  services: ApiDependencies & { visitorReads: VisitorReads },
): void {
  registerPublicRead(
    app,
    services,
    countPartsEndpoint,
    async ({ query }, { catalogue }) => {
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
    },
    () => ({ parts: [], showsAvailability: true }),
  );

  registerPublicRead(
    app,
    services,
    suggestPartsEndpoint,
    async ({ query }, { catalogue }) => {
      const { parts, brands, categories, correction } = await catalogue.suggest(query.q, maxSuggestions);
      return {
        meant: correction ?? null,
        parts: parts.map((part) => ({
          _id: part.id,
          name: showName(part),
          category: part.category,
          slug: part.slug,
          img: choosePartImage(part),
          thumbnail: makeThumbnailAddress(choosePartImage(part)),
          price: part.price_cents === null ? null : centsToDollars(part.price_cents),
          available_quantity: part.stock,
          minimum_order: part.minimum_order,
        })),
        brands,
        categories: presentCategories(categories),
      };
    },
    ({ parts }) => ({ parts: parts.map(({ _id }) => _id), showsAvailability: true }),
  );
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
  if (facet.kind === 'flag') return { kind: 'flag', ...common, count: facet.count, chosen: facet.isChosen };
  const values = facet.values.map(presentValue);
  return facet.kind === 'choice'
    ? { kind: 'choice', ...common, values }
    : { kind: 'range', ...common, min: facet.min ?? null, max: facet.max ?? null, values };
}

function presentValue({ value, label, count, isChosen }: FacetValue) {
  return { value, label, count, chosen: isChosen };
}
