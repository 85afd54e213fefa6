/** What a run needs of the shop that it puts under load and compares, however that shop is run. */
import type { DatabaseAddress } from '#database/connect.ts';
import type { CommandResult } from '../tests/support/command-line.ts';
import type { Visitor } from '../tests/support/visitor.ts';

export type TestedShop = {
  /** Where clients send their requests, each to a random one. */
  addresses: readonly string[];
  /** Its processes, which are compared one by one. */
  processes: readonly ShopProcess[];
  logInAdministrator(): Promise<Visitor>;
  /** Throws while there is no database. */
  database(): DatabaseAddress;
  /** Throws while it is not running. */
  cardSandbox(): { port: number; secretKey: string; publishableKey: string };
  audit(): Promise<CommandResult>;
};

export type ShopProcess = {
  name: string;
  url: string;
  /** Resolves with its exit code and last log messages when it ends; undefined when it may be killed. */
  ended?(): Promise<string>;
};
