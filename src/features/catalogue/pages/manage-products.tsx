/** Manage Products: an administrator sets prices and stock in the list, edits parts, takes them off sale or puts them on sale again. */
import { useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { SearchOutcome } from '#catalogue/components/search-outcome.tsx';
import { editPartEndpoint, takeOffSaleEndpoint } from '#catalogue/contract/part-edits.ts';
import { listPartsEndpoint } from '#catalogue/contract/part-lists.ts';
import type { Part } from '#catalogue/contract/parts.ts';
import { EditsBar, PriceField, StockField, usePartEdits } from '#catalogue/pages/part-list-edits.tsx';
import { formatDollars } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { ActionButton } from '#ui/components/action-button.tsx';
import { PartThumbnail } from '#ui/components/data-table.tsx';
import { ConfirmDialog } from '#ui/components/dialog.tsx';
import { TrashIcon } from '#ui/components/icons.tsx';
import { ListControls } from '#ui/components/list-controls.tsx';
import { ListView } from '#ui/components/list-view.tsx';
import { EmptyState, Notice } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { toast } from '#ui/components/toast.ts';
import { makeListLoader } from '#ui/session/load-list.ts';
import type { Route } from './+types/manage-products.ts';

const { manageProducts, dashboard } = wording;

const sorts = [
  { value: '', label: 'Home page’s order' },
  { value: 'newest', label: 'Newest first' },
  { value: 'stock', label: 'Fewest in stock' },
  { value: 'price', label: 'Cheapest first' },
];
const statuses = [
  { value: '', label: 'On sale' },
  { value: 'off-sale', label: 'Off sale' },
  { value: 'unpriced', label: 'Without a price' },
  { value: 'to-check', label: 'To check' },
  { value: 'running-low', label: 'Running low' },
  { value: 'wanted', label: 'Asked for while sold out' },
  { value: 'twice', label: 'Stands twice' },
];

export const meta = describePrivatePage(
  wording.dashboard.manageProducts,
  'All parts, on sale or not, with their prices and stock.',
);

export const clientLoader = makeListLoader(listPartsEndpoint);

export default function ManageProducts({ loaderData: { page } }: Route.ComponentProps) {
  const revalidator = useRevalidator();
  const edits = usePartEdits(() => revalidator.revalidate());
  const [partToDelete, setPartToDelete] = useState<Part>();
  const [serial, id, name, image, action] = manageProducts.columns;
  return (
    <>
      <ListView
        heading={dashboard.manageProducts}
        page={page}
        serial={serial}
        columns={[
          { heading: id, cell: (part) => <span className="identifier">{part._id}</span> },
          { heading: name, isName: true, cell: (part) => <Name part={part} /> },
          { heading: image, isPicture: true, cell: (part) => <PartThumbnail src={part.img} /> },
          {
            heading: action,
            cell: (part) => <Action part={part} onDelete={() => setPartToDelete(part)} />,
          },
          { heading: 'Price', cell: (part) => <PriceField part={part} edits={edits} /> },
          { heading: 'Stock', cell: (part) => <StockField part={part} edits={edits} /> },
        ]}
        empty={
          <EmptyState
            image="empty-parts"
            link={{ to: paths.addProduct, label: dashboard.addProduct, isPrimary: true }}
          >
            <h3 className="text-lg font-semibold">No part is on sale</h3>
          </EmptyState>
        }
      >
        <ListControls label="Name, brand, SKU or id" sorts={sorts} statuses={statuses} />
        <SearchOutcomeNotice page={page} />
      </ListView>
      <EditsBar edits={edits} />
      <ConfirmDialog
        isOpen={partToDelete !== undefined}
        question={manageProducts.question}
        confirmLabel={manageProducts.yes}
        onClose={() => setPartToDelete(undefined)}
        onConfirm={async () => {
          const answer = await callEndpoint(takeOffSaleEndpoint, { params: { id: partToDelete?._id ?? '' } });
          if (isProblem(answer)) return answer;
          toast.success(wording.toasts.deleted);
          setPartToDelete(undefined);
          await revalidator.revalidate();
        }}
      >
        <p className="my-4">
          <strong>{withNonBreakingSpaces(partToDelete?.full_name ?? '')}</strong> goes off sale. Orders that
          name it stay as they are, and you can put it on sale again.
        </p>
      </ConfirmDialog>
    </>
  );
}

function SearchOutcomeNotice({ page }: Route.ComponentProps['loaderData']) {
  const [search] = useSearchParams();
  if (page.rows.length === 0 || !(page.correction || page.isPartial)) return null;
  return (
    <div className="mb-4">
      <Notice kind="info" role="status">
        <SearchOutcome q={search.get('q') ?? ''} correction={page.correction} isPartial={page.isPartial} />
      </Notice>
    </div>
  );
}

function Name({ part }: { part: Part }) {
  return (
    <>
      {withNonBreakingSpaces(part.full_name)}
      <br />
      <span className="muted text-sm">
        <span className="lg:hidden">
          {part.price === null ? 'No price yet' : formatDollars(part.price)}, {part.available_quantity} in
          stock
        </span>{' '}
        {part.twin ? <strong>The same as {part.twin.sku}. </strong> : null}
        {part.doubts?.length ? <strong>Check: {part.doubts.join(', ')}</strong> : null}
      </span>
    </>
  );
}

function Action({ part, onDelete }: { part: Part; onDelete: () => void }) {
  return (
    <div className="row-actions">
      <Link className="btn btn-sm" to={paths.editProduct(part._id)} aria-label={`Edit ${part.full_name}`}>
        Edit
      </Link>
      {part.twin ? (
        <ActionButton
          className="btn btn-sm"
          aria-label={`Take off sale, and lead its page to ${part.twin.sku}: ${part.full_name}`}
          call={() =>
            callEndpoint(editPartEndpoint, {
              params: { id: part._id },
              body: { off_sale: true, same_as: part.twin?._id },
            })
          }
          done="The part is off sale; its page leads to the other"
        >
          Lead to the other
        </ActionButton>
      ) : part.off_sale ? (
        <ActionButton
          className="btn btn-sm"
          aria-label={`Put on sale again: ${part.full_name}`}
          call={() => callEndpoint(editPartEndpoint, { params: { id: part._id }, body: { off_sale: false } })}
          done="The part is on sale again"
        >
          Put on sale again
        </ActionButton>
      ) : (
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          aria-label={`Delete ${part.full_name}`}
          onClick={onDelete}
        >
          <TrashIcon />
        </button>
      )}
    </div>
  );
}
