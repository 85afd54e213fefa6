/** The routes of what administrators write for pages. */
import type { FastifyInstance } from 'fastify';
import { isRefused, type Refusal, refuseField } from '#kernel/refusals.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import {
  listPageTextsEndpoint,
  readPageTextEndpoint,
  savePageTextEndpoint,
} from '#settings/contract/page-texts.ts';
import { findNewestTexts, findTextVersions } from '#settings/database/page-texts.ts';
import { fillPageText } from '#settings/rules/fill-page-text.ts';
import {
  declaredText,
  isPageTextId,
  type PageFacts,
  type PageTextId,
  pageTextIds,
} from '#settings/rules/page-texts.ts';
import { readComingText, writeComingText } from '#settings/rules/shown-texts.ts';
import { readPageText, savePageText } from '#settings/use-cases/save-page-text.ts';

export function pageTextRoutes(
  app: FastifyInstance,
  services: ApiDependencies & Pick<Dependencies, 'isolation'>,
  { findFacts }: { findFacts: () => Promise<PageFacts> },
): void {
  const { db } = services;

  registerEndpoint(app, services, listPageTextsEndpoint, async () => {
    const newest = await findNewestTexts(db);
    return pageTextIds.map((page) => present(page, newest.get(page)));
  });

  registerEndpoint(app, services, readPageTextEndpoint, async ({ params, query }) =>
    isPageTextId(params.page) ? await presentVersion(params.page, query.version) : refuse('page'),
  );

  registerEndpoint(app, services, savePageTextEndpoint, async ({ viewer, params, body, at }) => {
    const { page } = params;
    const { text, version: seenVersion } = body;
    if (!isPageTextId(page)) return refuse('page');
    if (body.isPreview) {
      const content = await readPageText(services, { viewer, page, text });
      if (isRefused(content)) return content;
      const present = await presentVersion(page, undefined);
      return isRefused(present)
        ? present
        : { ...present, text, content: fillPageText(content, await findFacts()) };
    }
    const comingText = writeComingText(page, await findFacts());
    const refusal = await savePageText(services, { viewer, page, text, comingText, seenVersion, at });
    return refusal ?? (await presentVersion(page, undefined));
  });

  async function presentVersion(
    page: PageTextId,
    wanted: number | undefined,
  ): Promise<EndpointResponse<typeof readPageTextEndpoint> | Refusal> {
    const [versions, facts] = await Promise.all([findTextVersions(db, page), findFacts()]);
    const [newest] = versions;
    const shown = wanted === undefined ? newest : versions.find(({ version }) => version === wanted);
    if (wanted && !shown) return refuse('version');
    return {
      ...present(page, newest),
      hint: declaredText(page).hint,
      version: newest?.version ?? 0,
      text: shown?.text ?? writeComingText(page, facts),
      content: fillPageText(shown?.content ?? readComingText(page, facts), facts),
      versions: versions.map(({ version, text, saved_at }) => ({
        ...{ version, savedAt: saved_at.toISOString(), isComing: text === null },
      })),
    };
  }
}

function refuse(path: 'page' | 'version'): Refusal {
  return refuseField(path, `There is no such ${path}`);
}

function present(page: PageTextId, newest: { text: string | null; saved_at: Date } | undefined) {
  const { label, path } = declaredText(page);
  return { page, label, path, savedAt: newest?.text ? newest.saved_at.toISOString() : null };
}
