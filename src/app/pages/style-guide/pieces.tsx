/** Cards, tables, notices, dialogs, toasts and empty states of the style guide. */
import Boxes from 'lucide:boxes';
import { useState } from 'react';
import { type CardPart, PartGrid } from '#app/pages/parts/part-card.tsx';
import { Example, GuideSection } from '#app/pages/style-guide/section.tsx';
import * as paths from '#kernel/paths.ts';
import { Stars } from '#reviews/components/review-card.tsx';
import { DataTable, PartThumbnail } from '#ui/components/data-table.tsx';
import { ConfirmDialog } from '#ui/components/dialog.tsx';
import { EmptyState, Notice, type NoticeKind } from '#ui/components/notice.tsx';
import { toast } from '#ui/components/toast.ts';

const part = {
  id: '01a1ff92-44fe-7490-a86f-f6230133a7e2',
  name: 'MSI SHADOW 3X OC GeForce RTX 5070 Ti 16 GB',
  description: 'Plays current games at 1440p with ray tracing, and its 16 GB will hold textures for years.',
  category: 'graphics-card',
  brand: 'MSI',
  image: '/pictures/graphics-card-3-black-640.jpg',
  alt: '',
  stock: 33,
  minimumOrder: 1,
  price: '$829.99',
  isSoldOut: false,
  to: paths.parts,
  slug: 'rtx',
  pricePerGb: undefined,
  promise: { text: 'Arrives Tue 25 to Thu 27 Nov', next: '', until: '2100-01-01 2100-01-02' },
} satisfies CardPart;

const parts: CardPart[] = [
  part,
  {
    ...part,
    id: 'sold-out',
    stock: 0,
    isSoldOut: true,
    promise: undefined,
    image: '/pictures/ssd-m2-640.jpg',
    name: 'Sold out',
  },
  {
    ...part,
    id: 'long',
    image: '/pictures/memory-4-white-lit-640.jpg',
    name: 'A name as long as makers make them, Vengeance RGB 192 GB (4 × 48 GB) DDR5-5200 CL38 White Edition',
    description: 'Short.',
    price: '$1,234,567.89',
    stock: 123_456,
  },
];

const rows = parts.map(({ id, ...rest }) => ({ _id: id, ...rest }));

export function Pieces() {
  return (
    <>
      <Cards />
      <BadgesAndNotices />
      <Table />
      <GuideSection title="Dialogs and toasts">
        <DialogAndToasts />
      </GuideSection>
      <EmptyStates />
    </>
  );
}

function Cards() {
  return (
    <GuideSection title="Cards">
      <PartGrid parts={parts} />
      <Example label="stars: 0.5, 3, 4.5, 5">
        {[0.5, 3, 4.5, 5].map((rating) => (
          <Stars key={rating} rating={rating} />
        ))}
      </Example>
    </GuideSection>
  );
}

function BadgesAndNotices() {
  return (
    <GuideSection title="Badges and notices">
      <Example label="badges">
        {['badge', 'badge badge-success', 'badge badge-warning', 'badge badge-error', 'badge badge-info'].map(
          (kind) => (
            <span key={kind} className={kind}>
              {kind.split('-')[1]?.toUpperCase() ?? 'PLAIN'}
            </span>
          ),
        )}
      </Example>
      {(['info', 'success', 'warning', 'error'] satisfies NoticeKind[]).map((kind) => (
        <Notice key={kind} kind={kind}>
          A notice of the kind ‘{kind}’: what has happened, and what can be done about it.
        </Notice>
      ))}
    </GuideSection>
  );
}

function Table() {
  return (
    <GuideSection title="Table">
      <DataTable
        caption="Parts"
        rows={rows}
        columns={[
          { heading: 'Serial no', cell: (_, index) => index + 1 },
          { heading: 'Product ID', cell: ({ _id }) => <span className="silkscreen">{_id}</span> },
          { heading: 'Product name', cell: ({ name }) => name },
          { heading: 'Product image', isPicture: true, cell: ({ image }) => <PartThumbnail src={image} /> },
          { heading: 'Status', cell: () => <span className="badge badge-success">PAID</span> },
        ]}
      />
    </GuideSection>
  );
}

function EmptyStates() {
  return (
    <GuideSection title="Nothing">
      <EmptyState image="empty-orders">
        <p>There is nothing here yet.</p>
        <a className="btn btn-primary" href={paths.parts}>
          A way on
        </a>
      </EmptyState>
      <EmptyState icon={Boxes}>
        <p>Where there is no fitting picture, a mark.</p>
        <a className="btn" href={paths.parts}>
          A way on
        </a>
      </EmptyState>
    </GuideSection>
  );
}

function DialogAndToasts() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-4">
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        Open a dialog
      </button>
      {(['success', 'error', 'info'] as const).map((kind) => (
        <button key={kind} type="button" className="btn" onClick={() => toast[kind](`A toast: ${kind}`)}>
          Toast: {kind}
        </button>
      ))}
      <ConfirmDialog
        isOpen={isOpen}
        question="Do you want to cancel the order?"
        confirmLabel="Yes"
        onClose={() => setOpen(false)}
        onConfirm={async () => ({
          problem: true,
          status: 409,
          detail: 'This order is paid and cannot be cancelled.',
        })}
      >
        <p className="my-4">MSI SHADOW 3X OC GeForce RTX 5070 Ti 16 GB</p>
      </ConfirmDialog>
    </div>
  );
}
