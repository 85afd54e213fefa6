/** A shop that reaches its database through a proxy that tests can break. */
import { type DatabaseProxy, readTarget, startDatabaseProxy } from './database-proxy.ts';
import { givenShop, type TestShop, type TestShopOptions } from './shop.ts';

export type WiredShop = TestShop & { wire: DatabaseProxy };

/** A second shop on the database of `beside`, with a separate proxy. */
export function givenWiredShop(beside: TestShop, options: TestShopOptions = {}): WiredShop {
  const wire = {} as DatabaseProxy;
  const shop = givenShop({
    ...options,
    beside,
    through: async (address) => {
      Object.assign(wire, await startDatabaseProxy(readTarget(address)));
      return {
        address: { ...address, host: '127.0.0.1', port: wire.port },
        close: () => wire.close(),
      };
    },
  });
  return Object.assign(shop, { wire });
}
