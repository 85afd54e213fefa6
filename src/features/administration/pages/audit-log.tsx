/** Audit log: what administrators changed, by person, subject and day. */
import History from 'lucide:rotate-ccw-clock';
import { Link, useSearchParams } from 'react-router';
import { type ListedAdminChange, listAdminChangesEndpoint } from '#administration/contract/audit-log.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { Buyer } from '#ui/components/buyer.tsx';
import { focusHeading } from '#ui/components/focus.ts';
import { ChoiceList, readListQuery, SearchField, SearchForm } from '#ui/components/list-controls.tsx';
import { ListView } from '#ui/components/list-view.tsx';
import { EmptyState } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { type FormatTime, useShopTimes } from '#ui/components/shop-times.ts';
import { makeListLoader } from '#ui/session/load-list.ts';
import type { Route } from './+types/audit-log.ts';

const subjects: Record<ListedAdminChange['subject'], string> = {
  parts: 'Part',
  orders: 'Order',
  refunds: 'Refund',
  reviews: 'Review',
  people: 'Person',
  settings: 'Settings',
  delivery_rules: 'Delivery',
};

const subjectChoices = [
  { value: '', label: 'Everything' },
  ...Object.entries(subjects).map(([value, label]) => ({ value, label })),
];

const filterNames = ['by', 'subject', 'day', 'of'];

export const meta = describePrivatePage('Audit log', 'What administrators changed, and when.');

export const clientLoader = makeListLoader(listAdminChangesEndpoint, (request) =>
  readListQuery(request, filterNames),
);

export default function AuditLog({ loaderData: { page } }: Route.ComponentProps) {
  const { formatTime } = useShopTimes();
  const [search] = useSearchParams();
  const isFiltered = filterNames.some((name) => search.has(name));
  return (
    <ListView
      heading="Audit log"
      page={page}
      columns={[
        {
          heading: 'What',
          isName: true,
          cell: (change) => (
            <>
              <p className="muted text-sm">{subjects[change.subject]}</p>
              <Subject change={change} />
            </>
          ),
        },
        { heading: 'Change', cell: (change) => <Changes change={change} /> },
        { heading: 'By', cell: ({ by }) => (by ? <Buyer of={by} /> : 'Command line') },
        { heading: 'When', cell: ({ at }) => formatTime(at) },
      ]}
      isFiltered={isFiltered}
      empty={
        <EmptyState icon={History}>
          <h3 className="text-lg font-semibold">Nothing was changed yet</h3>
          <p>What administrators change is listed here, with the value before.</p>
        </EmptyState>
      }
    >
      <SearchForm>
        <SearchField name="by" label="Administrator’s name or e-mail" />
        <ChoiceList name="subject" label="Subject" choices={subjectChoices} />
        <SearchField name="day" label="Day" type="date" />
      </SearchForm>
      {isFiltered && (
        <p className="mb-4">
          <Link className="btn btn-sm" to="?" onClick={focusHeading}>
            Show all changes
          </Link>
        </p>
      )}
    </ListView>
  );
}

function Subject({ change }: { change: ListedAdminChange }) {
  const { subject, subjectId, title, orderId } = change;
  const to = findSubjectPath(change);
  const name = withNonBreakingSpaces(title ?? subjectTitles[subject] ?? subjectId);
  return (
    <>
      {to ? (
        <Link className="link" to={to}>
          {name}
        </Link>
      ) : (
        name
      )}
      {orderId && <p className="identifier">{formatOrderNumber(orderId)}</p>}
    </>
  );
}

/** Of what has no title; parts are never deleted, so what has the subject of parts and is none is an import. */
const subjectTitles: Partial<Record<ListedAdminChange['subject'], string>> = {
  parts: 'Import',
  settings: 'All pages',
  delivery_rules: 'Rules of delivery',
};

function findSubjectPath(change: ListedAdminChange): string | undefined {
  const { subject, subjectId, title, orderId, email } = change;
  if (subject === 'settings') return paths.settings;
  if (subject === 'parts') return title === null ? undefined : paths.stockLedger(subjectId);
  if (subject === 'reviews') return paths.manageReviews;
  if (orderId) return paths.order(orderId);
  return email ? `${paths.makeAdmin}?q=${encodeURIComponent(email)}` : undefined;
}

const maxShownFields = 4;

function Changes({ change: { changes } }: { change: ListedAdminChange }) {
  const { formatTime } = useShopTimes();
  const list = (
    <ul className="grid gap-1 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="muted">{field}:</span>{' '}
          {before !== null && (
            <>
              <del>{formatValue(before, formatTime)}</del>{' '}
            </>
          )}
          {after === null ? 'removed' : <ins className="no-underline">{formatValue(after, formatTime)}</ins>}
        </li>
      ))}
    </ul>
  );
  if (changes.length <= maxShownFields) return list;
  return (
    <details>
      <summary className="cursor-pointer">{changes.length} values</summary>
      {list}
    </details>
  );
}

function formatValue(value: string, formatTime: FormatTime): string {
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return formatTime(value);
  return value === '' ? '(empty)' : value;
}
