/** Starts the longest test files first, so that no worker is still at one when the others have finished. */
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** In the order of their duration; a fresh clone has no results of earlier runs. Files that are not here follow by size. */
const longest = [
  'e2e/pages-layout',
  'e2e/browse',
  'e2e/manage-shop',
  'e2e/public-pages',
  'e2e/keyboard-customer',
  'e2e/order-pages',
  'e2e/payment-life',
  'e2e/part-page',
  'e2e/keyboard-administrator',
  'e2e/dashboard',
  'e2e/interruptions',
  'e2e/delivery',
  'e2e/guards',
  'e2e/tasks',
  'processes/recovery',
  'processes/refusals',
  'processes/simulation',
  'processes/endings',
  'processes/releases',
  'processes/accounts',
  'processes/demo',
  'processes/promotion',
  'processes/import',
  'processes/reverse-proxy',
  'integration/catalogue-property',
  'integration/histories',
  'integration/catalogue-index',
  'integration/payment-cuts',
  'integration/fields',
  'integration/database-wire',
  'integration/page-heads',
  'integration/refunds',
  'integration/replica',
  'integration/part-pages',
  'integration/releases',
  'integration/fuzz',
  'integration/authorization',
];

const unlisted = longest.length;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return sorted.toSorted(
      (one, other) =>
        projects.indexOf(one.project.name) - projects.indexOf(other.project.name) ||
        findRank(one) - findRank(other),
    );
  }
}

function findRank({ moduleId }: TestSpecification): number {
  const name = path.join(path.basename(path.dirname(moduleId)), path.basename(moduleId, '.test.ts'));
  const rank = longest.indexOf(name.replaceAll(path.sep, '/'));
  return rank === -1 ? unlisted : rank;
}
