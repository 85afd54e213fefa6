/** Make Admin: all people; an administrator grants or removes the role. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { wording } from '#kernel/wording.ts';
import {
  createAdminEndpoint,
  dismissAdminEndpoint,
  type ListedPerson,
  listPeopleEndpoint,
} from '#people/contract/people.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { ActionButton } from '#ui/components/action-button.tsx';
import { Email } from '#ui/components/buyer.tsx';
import { ConfirmDialog } from '#ui/components/dialog.tsx';
import { dayFilters, ListControls } from '#ui/components/list-controls.tsx';
import { ListView } from '#ui/components/list-view.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { toast } from '#ui/components/toast.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';
import { makeListLoader } from '#ui/session/load-list.ts';
import type { Route } from './+types/make-admin.ts';

const { makeAdmin, dashboard, toasts } = wording;

const sorts = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];
const statuses = [
  { value: '', label: 'Everybody' },
  { value: 'admin', label: 'Administrators' },
  { value: 'customer', label: 'Customers' },
];

export const meta = describePrivatePage(
  wording.dashboard.makeAdmin,
  'Who may run the shop: everybody with an account, and their role.',
);

export const clientLoader = makeListLoader(listPeopleEndpoint);

export default function MakeAdmin({ loaderData: { page } }: Route.ComponentProps) {
  const revalidator = useRevalidator();
  const [personToDismiss, setPersonToDismiss] = useState<ListedPerson>();
  const [serial, name, email, image, action] = makeAdmin.columns;
  return (
    <>
      <ListView
        heading={dashboard.makeAdmin}
        page={page}
        serial={serial}
        columns={[
          { heading: name, isName: true, cell: (person) => person.name },
          {
            heading: email,
            cell: (person) => (
              <>
                <Email address={person.email} />
                {!person.confirmed && <p className="muted mt-1 text-sm">Not confirmed</p>}
              </>
            ),
          },
          { heading: image, isPicture: true, cell: (person) => <PersonImage person={person} /> },
          {
            heading: action,
            cell: (person) => <Action person={person} onDismiss={() => setPersonToDismiss(person)} />,
          },
        ]}
      >
        <ListControls label="Name or e-mail" sorts={sorts} statuses={statuses} moreFilters={dayFilters} />
      </ListView>
      <ConfirmDialog
        isOpen={personToDismiss !== undefined}
        question="Take the role of an administrator away?"
        confirmLabel="Yes"
        cancelLabel="No"
        onClose={() => setPersonToDismiss(undefined)}
        onConfirm={async () => {
          const answer = await callEndpoint(dismissAdminEndpoint, {
            params: { email: personToDismiss?.email ?? '' },
          });
          if (isProblem(answer)) return answer;
          toast.success('Admin removed');
          setPersonToDismiss(undefined);
          await revalidator.revalidate();
        }}
      >
        <p className="my-4 break-words">
          {personToDismiss?.name} ({personToDismiss?.email}) can then no longer manage orders and products.
        </p>
      </ConfirmDialog>
    </>
  );
}

function PersonImage({ person }: { person: ListedPerson }) {
  return (
    <div className="review-face">
      <ResponsiveImage of={person.img} alt="" sizes="2.75rem" />
    </div>
  );
}

function Action({ person, onDismiss }: { person: ListedPerson; onDismiss: () => void }) {
  if (person.role === 'admin') {
    return (
      <button
        type="button"
        className="btn btn-sm"
        aria-label={`Remove admin: ${person.name}`}
        onClick={onDismiss}
      >
        Remove admin
      </button>
    );
  }
  return (
    <ActionButton
      className="btn btn-tint btn-sm"
      aria-label={`${makeAdmin.button}: ${person.name}`}
      call={async () => {
        const answer = await callEndpoint(createAdminEndpoint, { params: { email: person.email } });
        return isProblem(answer) && answer.status === 403
          ? { ...answer, detail: toasts.adminNotCreated }
          : answer;
      }}
      done={toasts.adminCreated}
    >
      {makeAdmin.button}
    </ActionButton>
  );
}
