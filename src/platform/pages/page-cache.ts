/**
 * Keeps public pages, and answers of the API, until what they show has changed. Everybody who waits for one gets the same
 * render; for changed stock alone, a page is rendered at most once a second.
 */
import { LRUCache } from 'lru-cache';
import type { ContentVersion } from '#platform/database/content-version.ts';
import type { ShownStock } from '#platform/database/stock-changes.ts';
import { takeOut } from '#platform/pages/encodings.ts';

export type Cacheable = {
  status: number;
  /** Whether it is the same for everybody. */
  isPublic: boolean;
  body: Buffer;
  /** Undefined: of any part. */
  shownStock: ShownStock | undefined;
  /** When what it says is no longer true. */
  keptUntil: Date | undefined;
};

type Render<Page> = {
  page: Promise<Page>;
  version: string;
  /** Of the changes of stock when it began. */
  stockCount: number;
  startedAt: number;
};

type Kept<Page> = Omit<Render<Page>, 'page'> & { page: Page };

export type PageCacheOptions = {
  version: Pick<ContentVersion, 'current' | 'stock'>;
  maxBytes: number;
  now: () => Date;
  /** Milliseconds that never go back. */
  elapsedMs?: (() => number) | undefined;
  /** So long after its render a page is sent with the stock of then. */
  maxStockAgeMs?: number;
};

export const maxStockAgeMs = 1000;

export function openPageCache<Page extends Cacheable>(options: PageCacheOptions) {
  const { version, maxBytes, now, elapsedMs = () => performance.now() } = options;
  const maxAgeMs = options.maxStockAgeMs ?? maxStockAgeMs;
  const keptPages = new LRUCache<string, Kept<Page>>({ maxSize: maxBytes, sizeCalculation: computeSize });
  const renders = new Map<string, Render<Page>>();

  const isYoung = ({ startedAt, stockCount }: Pick<Render<Page>, 'startedAt' | 'stockCount'>) =>
    stockCount === version.stock.count() || elapsedMs() - startedAt < maxAgeMs;

  function showsPresentStock(kept: Kept<Page>): boolean {
    if (isYoung(kept)) return true;
    if (version.stock.hasChanged(kept.stockCount, kept.page.shownStock)) return false;
    kept.stockCount = version.stock.count();
    return true;
  }

  async function keep(key: string, { page: rendering, ...render }: Render<Page>): Promise<Page> {
    const page = await rendering;
    const isWhole = page.isPublic && page.status === 200;
    if (!isWhole || version.current() !== render.version) return page;
    page.body = takeOut(page.body);
    keptPages.set(key, { ...render, page });
    return page;
  }

  return {
    /** Whether something was kept, although it may be so no more. */
    has: (key: string): boolean => keptPages.has(key),
    find(key: string): Page | undefined {
      const kept = keptPages.get(key);
      if (!kept || kept.version !== version.current()) return undefined;
      if (kept.page.keptUntil !== undefined && kept.page.keptUntil <= now()) return undefined;
      return showsPresentStock(kept) ? kept.page : undefined;
    },
    /** `isShared`: a render that has already begun will do. */
    async render(key: string, work: () => Promise<Page>, { isShared }: { isShared: boolean }): Promise<Page> {
      const current = version.current();
      if (current === undefined) return await work();
      const running = renders.get(key);
      if (isShared && running?.version === current && isYoung(running)) return await running.page;
      const started = { version: current, stockCount: version.stock.count(), startedAt: elapsedMs() };
      const render = { ...started, page: work() };
      renders.set(key, render);
      try {
        return await keep(key, render);
      } finally {
        if (renders.get(key) === render) renders.delete(key);
      }
    },
    usage: () => ({ pages: keptPages.size, bytes: keptPages.calculatedSize }),
  };
}

/** With the compressed forms, of which each is less than a quarter, and the key, whose characters may take two bytes. */
function computeSize({ page }: Kept<Cacheable>, key: string): number {
  return Math.ceil(page.body.length * 1.5) + key.length * 2 + 1000;
}
