/** Meet Our CEO, for administrators: the addresses that visitors left, to be read and exported. */
import Mail from 'lucide:mail';
import { listLettersEndpoint, maxListedLetters } from '#administration/contract/ceo-letters.ts';
import { formatCsv } from '#kernel/csv-cells.ts';
import { wording } from '#kernel/wording.ts';
import { formatNumber } from '#kernel/words.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { saveFile } from '#ui/api/download-file.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { DataTable } from '#ui/components/data-table.tsx';
import { EmptyState } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { toast } from '#ui/components/toast.ts';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
import type { Route } from './+types/ceo-letters.ts';

const { heading } = wording.ceo;

export const meta = describePrivatePage(heading, 'The addresses that visitors left on the home page.');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  return await callForPage(request, listLettersEndpoint, {});
}

export default function CeoLetters({ loaderData: { letters, total } }: Route.ComponentProps) {
  const { formatTime } = useShopTimes();
  return (
    <section>
      <h2 className="dashboard-heading">{heading}</h2>
      {total === 0 ? (
        <EmptyState icon={Mail}>
          <h3 className="text-lg font-semibold">Nobody has left an address yet</h3>
          <p className="max-w-[52ch]">Visitors leave theirs on the home page, to be written to.</p>
        </EmptyState>
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <p role="status">
              {letters.length < total
                ? `The newest ${letters.length} of ${formatNumber(total)}`
                : `${formatNumber(total)} in all`}
            </p>
            <AsyncButton className="btn btn-sm" onPress={downloadAll}>
              Download all (CSV)
            </AsyncButton>
          </div>
          <DataTable
            caption={heading}
            isFolded
            rows={letters.map((letter) => ({ ...letter, _id: letter.email }))}
            columns={[
              {
                heading: 'E-mail',
                isName: true,
                cell: ({ email }) => (
                  <a className="link break-words" href={`mailto:${email}`}>
                    {email}
                  </a>
                ),
              },
              { heading: 'Left', cell: ({ writtenAt }) => formatTime(writtenAt) },
            ]}
          />
        </>
      )}
    </section>
  );
}

async function downloadAll(): Promise<void> {
  const answer = await callEndpoint(listLettersEndpoint, { query: { limit: maxListedLetters } });
  if (isProblem(answer)) return void toast.error(answer.detail);
  const rows = answer.letters.map(({ email, writtenAt }) => [email, writtenAt]);
  const content = formatCsv([['email', 'left_at'], ...rows]);
  saveFile('meet-our-ceo.csv', new Blob([content], { type: 'text/csv' }));
}
