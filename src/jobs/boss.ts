/** The queue of jobs in the shop's own database. */
import { fromKysely, PgBoss } from 'pg-boss';
import { type Address, poolFields } from '#database/connect.ts';
import { jobNames } from '#domain/jobs.ts';
import type { Enqueue } from '#shop/tools.ts';

export type Queue = { boss: PgBoss; enqueue: Enqueue; close(): Promise<void> };

/** Opens the queue, making its tables on the first start; `onError` hears what fails in the background. */
export async function openQueue(address: Address, onError: (error: unknown) => void): Promise<Queue> {
  const { connectionString, ...fields } = poolFields(address);
  const boss = new PgBoss({
    ...(connectionString ? { connectionString } : fields),
    max: 4,
    application_name: 'compact-jobs',
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', onError);
  await boss.start();
  for (const name of jobNames) {
    await boss.createQueue(name, {
      retryLimit: 20,
      retryDelay: 5, // seconds, doubled each time
      retryBackoff: true,
      retryDelayMax: 3600,
      heartbeatSeconds: 30, // a job whose process died is taken up again after this
    });
  }
  return {
    boss,
    enqueue: async (transaction, { name, ...content }) => {
      await boss.send(name, content, { db: fromKysely(transaction) });
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
