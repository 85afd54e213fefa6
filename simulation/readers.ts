/** Visitors who read lists and pages, and report prices older than an acknowledged edit. */
import type { Part } from '#catalogue/contract/parts.ts';
import { dollarsToCents } from '#kernel/money.ts';
import { wording } from '#kernel/wording.ts';
import { type Load, repeat } from './client.ts';
import type { Finding, Journal } from './journal.ts';
import { send } from './requests.ts';

/** The maximum age of a page; lists are never stale. */
const pageMayBeOldMs = 5_000;

/** Reads from one process until the load is stopped. */
export function readFrom(load: Load, address: string, report: (finding: Finding) => void): Promise<void> {
  return repeat(load, 600, async () => {
    const begun = Date.now();
    const parts = await readList(address, load);
    for (const part of parts ?? []) {
      const least = lastPrice(load.journal, part._id, begun);
      if (least !== undefined && part.price !== null && dollarsToCents(part.price) < least)
        report({
          sentence: `${address} lists ${part._id} for ${part.price}, after ${least / 100} was acknowledged.`,
          subject: part._id,
        });
    }
    const part = parts?.length ? load.dice.any(parts) : undefined;
    if (!part) return;
    const requestedAt = Date.now();
    const shown = await readPage(address, part, load);
    const least = lastPrice(load.journal, part._id, requestedAt - pageMayBeOldMs);
    if (shown && least !== undefined && shown.cents < least)
      report({
        sentence: `The page of ${part._id} at ${address} shows ${shown.cents / 100}, ${pageMayBeOldMs / 1000} s after ${least / 100} was acknowledged.`,
        subject: part._id,
      });
  });
}

/** The parts of the simulation on sale; undefined when the process does not answer 200. */
export async function readList(address: string, load: Load): Promise<Part[] | undefined> {
  const answer = await send(
    address,
    { method: 'GET', path: '/api/parts?category=other&limit=1000' },
    load.statistics,
  );
  if (answer?.status !== 200) return undefined;
  return (answer.body as unknown as Part[]).filter(({ _id }) => load.parts.includes(_id));
}

/** What the page of a part shows; undefined when the process does not answer 200. */
export async function readPage(
  address: string,
  { category, slug }: Part,
  load: Load,
): Promise<{ cents: number; stock: number } | undefined> {
  const answer = await send(address, { method: 'GET', path: `/parts/${category}/${slug}` }, load.statistics);
  if (answer?.status !== 200) return undefined;
  const text = String(answer.body.text);
  const price = /property="product:price:amount" content="([\d.]+)"/.exec(text)?.[1];
  const stock = text.split(`<dt>${wording.product.stock}</dt> <dd>`)[1];
  if (!price || !stock) throw new Error(`The page of ${slug} shows no price or stock.`);
  return { cents: dollarsToCents(Number(price)), stock: Number.parseInt(stock, 10) };
}

/** The last price in cents that was acknowledged before the time; prices only rise. */
function lastPrice(journal: Journal, partId: string, before: number): number | undefined {
  const operation = journal
    .operations('price')
    .findLast(
      ({ input, answeredAt }) =>
        input.partId === partId && answeredAt !== undefined && answeredAt.getTime() < before,
    );
  return operation?.input.cents;
}
