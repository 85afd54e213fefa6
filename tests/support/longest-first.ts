/** Starts the longest test files first, so that no worker is still at one when the others have finished. */
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** In the order of their duration; a fresh clone has no results of earlier runs. Files that are not here follow by size. */
const longest = [
  'e2e/pages-layout',
  'e2e/keyboard-customer',
  'e2e/browse',
  'e2e/keyboard-administrator',
  'e2e/guards',
  'e2e/interruptions',
  'e2e/payment-life',
  'e2e/public-pages',
  'processes/recovery',
  'processes/releases',
  'processes/import',
  'processes/simulation',
  'processes/backup',
  'processes/endings',
  'processes/accounts',
  'processes/refusals',
  'processes/promotion',
  'integration/many-orders',
  'integration/payment-cuts',
  'integration/fields',
  'integration/expiry',
  'integration/export',
  'integration/database-wire',
  'integration/import',
  'integration/page-heads',
  'integration/mail',
  'integration/fuzz',
  'integration/cli',
  'integration/histories',
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
