/** Puts a shop under load: people who buy, administer and read until the load is stopped. */
import { randomUUID } from 'node:crypto';
import type { Order } from '#orders/contract/orders.ts';
import type { Dice } from '../bench/dice.ts';
import { partBody } from '../tests/support/given.ts';
import { signUpVisitor, type Visitor } from '../tests/support/visitor.ts';
import { editParts, handleOrders } from './administrators.ts';
import { buy } from './buyer.ts';
import type { Load } from './client.ts';
import type { Finding, Journal } from './journal.ts';
import { makeLoadControl } from './load-control.ts';
import { readFrom } from './readers.ts';
import { makeStatistics } from './requests.ts';
import type { TestedShop } from './shops.ts';

export type RunningLoad = Awaited<ReturnType<typeof startLoad>>;

type LoadOptions = {
  journal: Journal;
  dice: Dice;
  report: (finding: Finding) => void;
  /** How many times as long the pauses of all clients are; 1 by default. */
  pauseFactor?: number | undefined;
};

const buyerCount = 6;
/** Units at the start; the last two parts sell out repeatedly. */
const stocks = [50_000, 50_000, 50_000, 50_000, 30, 30];
const firstPriceCents = 4_999;

/** Makes parts and people, and starts the clients, which report faults. */
export async function startLoad(shop: TestedShop, { journal, dice, report, pauseFactor = 1 }: LoadOptions) {
  const [shipper, editor] = [await shop.logInAdministrator(), await shop.logInAdministrator()];
  const startStocks = new Map<string, number>();
  for (const [index, stock] of stocks.entries()) {
    const fields = { name: `Part ${index} of the simulation`, available_quantity: stock };
    const part = partBody({ ...fields, price: firstPriceCents / 100 });
    const { insertedId } = await editor.call('POST', '/api/parts', part);
    startStocks.set(insertedId, stock);
  }
  const buyers = await Array.fromAsync({ length: buyerCount }, () => {
    const account = { email: `${randomUUID()}@example.com`, password: 'a good password' };
    return signUpVisitor(shop.addresses[0] ?? '', { name: 'Bulk Buyer', ...account });
  });
  const load: Load = {
    addresses: shop.addresses,
    processes: shop.processes.map(({ url }) => url),
    journal,
    dice,
    pauseFactor,
    control: makeLoadControl(),
    statistics: makeStatistics(),
    parts: [...startStocks.keys()],
  };
  const paid: Order[] = [];
  const prices = new Map(load.parts.map((id) => [id, firstPriceCents]));
  const clients = [
    ...buyers.map((buyer) => buy(load, buyer, (order) => paid.push(order))),
    handleOrders(load, shipper, paid),
    editParts(load, editor, prices),
    ...load.addresses.map((address) => readFrom(load, address, report)),
  ].map((client) => client.catch((error) => report({ sentence: `A client gave up: ${error}` })));
  return {
    ...{ load, buyers, startStocks },
    /** The buyer who probes whether the shop has recovered. */
    prober: buyers[0] as Visitor,
    /** Resolves when all clients have ended. */
    ended: Promise.all(clients),
  };
}
