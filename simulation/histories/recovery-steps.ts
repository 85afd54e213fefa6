/** After a history nothing goes wrong any more: events arrive, jobs and schedules run, and time passes. */
import { chooseFrom } from './chance.ts';
import { act, type Client } from './client.ts';
import { decideAll } from './provider.ts';
import { deliverEvent, readCatalogue, runJob, runSchedule } from './shop-steps.ts';

/** Sometimes the shop is away for a day before. Until then everything must have ended: unpaid orders expire after a day, old payments are asked about rarely. */
const rounds = [
  { hours: 0.02, polls: true },
  { hours: 26, polls: false },
  { hours: 8, polls: true },
  { hours: 8, polls: false },
];

export async function recover(client: Client): Promise<void> {
  const { run } = client.world;
  for (const [index, { hours, polls }] of rounds.entries()) {
    const round = { ...client, name: `recovery ${index}` };
    const pause = index > 0 ? hours : chooseFrom(run.chance, 'away', [hours, hours, 25]);
    await act(round, 'waits', () => {
      decideAll(run.provider);
      run.clock.advance(pause * 3_600_000);
      run.history.add('', `${pause} h later`);
    });
    if (polls) await runSchedule(round, 'poll');
    else await deliverEvents(round);
    await runSchedule(round, 'expire');
    await runSchedule(round, 'sweep');
    for (let job = 1; await runJob({ ...round, name: `${round.name}.${job}` }); job += 1);
  }
  await readCatalogue(client);
}

/** The provider repeats what was not confirmed. */
async function deliverEvents(client: Client): Promise<void> {
  const { run, journal } = client.world;
  const count = run.provider.events.filter(({ id }) => !journal.confirmedEvents.has(id)).length;
  for (let index = 0; index < count; index += 1)
    await deliverEvent(
      { ...client, name: `${client.name}.event ${index}` },
      { do: 'event', isRepeated: false },
    );
}
