/** A list of parts: one table, which styles lay out as lines, on narrow screens as rows with a picture, or as cards. */
import { Link } from 'react-router';
import { AddToBasket } from '#basket/components/add-to-basket.tsx';
import { Timed } from '#delivery/components/timed-text.tsx';
import { AddToBuild, CardFit } from '#fit/components/card-fit.tsx';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { tableRoles } from '#ui/components/table-roles.ts';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import type { Route } from './+types/parts.ts';

type Listed = Route.ComponentProps['loaderData'];
type ListedPart = Listed['parts'][number];

type PartListProps = Pick<Listed, 'parts' | 'columns' | 'headings'> & {
  caption: string;
  /** 'Arrives' */
  arrivalLabel: string;
  compare: { form: string; chosen: readonly string[] } | undefined;
};

const { product, productDetails } = wording;

/** Lazy pictures take the file for the width that they have; the first one is small in most lists. */
const sizes = { first: '6rem', lazy: 'auto, 6rem' };

export function PartList({ caption, parts, columns, headings, arrivalLabel, compare }: PartListProps) {
  const hasPricePerGb = parts.some(({ pricePerGb }) => pricePerGb !== undefined);
  return (
    <table className="part-list" {...tableRoles.table}>
      <caption className="sr-only">{caption}</caption>
      <thead {...tableRoles.group}>
        <tr {...tableRoles.row}>
          <Heading label="Picture" isHidden />
          <Heading label="Name" of={headings.name} />
          {columns.length === 0 && <Heading label="Details" />}
          {columns.map((column) => (
            <Heading
              key={column.label}
              label={column.label}
              of={column}
              className={column.isWide ? 'is-wide' : undefined}
            />
          ))}
          <Heading label="Stock" className="is-stock" />
          <Heading label={arrivalLabel} className="is-arrival" />
          {hasPricePerGb && <Heading label="Per GB" of={headings.pricePerGb} className="is-number" />}
          <Heading label={productDetails.price} of={headings.price} className="is-number" />
          <Heading label="Buy" isHidden />
        </tr>
      </thead>
      <tbody {...tableRoles.group}>
        {parts.map((part, index) => (
          <PartRow
            key={part.id}
            part={part}
            columns={columns}
            arrivalLabel={arrivalLabel}
            hasPricePerGb={hasPricePerGb}
            compare={compare}
            isFirst={index === 0}
          />
        ))}
      </tbody>
    </table>
  );
}

type HeadingProps = {
  label: string;
  of?: Listed['headings']['name'];
  className?: string | undefined;
  isHidden?: boolean;
};

function Heading({ label, of, className, isHidden = false }: HeadingProps) {
  return (
    <th {...tableRoles.columnHeader} aria-sort={of?.sorted} className={className}>
      {of?.sortPath ? (
        <Link to={of.sortPath} rel="nofollow">
          {label}
        </Link>
      ) : (
        <span className={isHidden ? 'sr-only' : undefined}>{label}</span>
      )}
    </th>
  );
}

type PartRowProps = Pick<PartListProps, 'columns' | 'arrivalLabel' | 'compare'> & {
  part: ListedPart;
  hasPricePerGb: boolean;
  isFirst: boolean;
};

function PartRow({ part, columns, arrivalLabel, hasPricePerGb, compare, isFirst }: PartRowProps) {
  return (
    <tr className="part" {...tableRoles.row}>
      <td className="part-look" {...tableRoles.cell}>
        <FramedImage
          of={part.image}
          alt={part.alt}
          sizes={isFirst ? sizes.first : sizes.lazy}
          isFirst={isFirst}
        />
        {compare && (
          <label className="tick part-compare">
            <input
              type="checkbox"
              name="part"
              value={part.slug}
              form={compare.form}
              defaultChecked={compare.chosen.includes(part.slug)}
            />
            <span>
              Compare <span className="sr-only">{part.name}</span>
            </span>
          </label>
        )}
      </td>
      <th className="part-name" {...tableRoles.rowHeader}>
        <h2>
          <Link to={part.to}>{withNonBreakingSpaces(part.name)}</Link>
        </h2>
        {columns.length > 0 && (
          <p className="part-summary" aria-hidden="true">
            <Facts of={part} />
          </p>
        )}
        {part.caution && <p className="part-minimum">{part.caution}</p>}
        {part.minimumOrder > 1 && (
          <p className="part-minimum">
            {product.minimumOrder} {part.minimumOrder}
          </p>
        )}
        {part.fit && ' '}
        {part.fit && <CardFit fit={part.fit} />}
      </th>
      {columns.length === 0 && (
        <td className="part-summary" {...tableRoles.cell}>
          <Facts of={part} />
        </td>
      )}
      {columns.map(({ label, isWide }, index) => (
        <td key={label} className={isWide ? 'part-value is-wide' : 'part-value'} {...tableRoles.cell}>
          {formatCell(part.values[index]) ?? <span className="muted">not known</span>}
        </td>
      ))}
      <td className="part-stock" {...tableRoles.cell}>
        {part.isSoldOut ? (
          <span className="part-sold-out">{product.soldOut}</span>
        ) : (
          <>
            <span className="part-label">{product.stock}</span> {part.stock}
          </>
        )}
      </td>
      <td className="part-arrival" {...tableRoles.cell}>
        {part.arrival && (
          <>
            <span className="part-label">{arrivalLabel}</span> <Timed of={part.arrival} />
          </>
        )}
      </td>
      {hasPricePerGb && (
        <td className="part-per-gb is-number" {...tableRoles.cell}>
          {part.pricePerGb && (
            <>
              {part.pricePerGb} <span className="part-label">per GB</span>
            </>
          )}
        </td>
      )}
      <td className="part-cost is-number" {...tableRoles.cell}>
        <span className="part-price">{part.price}</span> <span className="part-label">{product.perUnit}</span>
      </td>
      <td className="part-ways" {...tableRoles.cell}>
        {part.fit && <AddToBuild fit={part.fit} name={part.name} />}
        {!part.fit && !part.isSoldOut && (
          <>
            <AddToBasket part={part} look="btn btn-tint btn-sm" />
            <Link className="btn btn-sm part-purchase" to={paths.purchase(part.id)}>
              {product.purchase} <span className="sr-only">{part.name}</span>
            </Link>
          </>
        )}
      </td>
    </tr>
  );
}

/** Short values stay in one line. */
function formatCell(value: string | undefined): string | undefined {
  return value && (value.length > 10 ? withNonBreakingSpaces(value) : value.replaceAll(' ', '\u00a0'));
}

/** Says what it is without its label: '303 mm', but not '8' or 'Yes'. */
const isTelling = /\D{3}|\d \D/;

/** In one line: where lists have no columns, and of rows and cards, which show none. */
function Facts({ of: { kind, facts } }: { of: ListedPart }) {
  return (
    <>
      {kind && <span>{kind}</span>}
      {facts.map(({ label, value }) => (
        <span key={label}>
          <span className={isTelling.test(value) ? 'part-fact' : undefined}>{`${label} `}</span>
          {withNonBreakingSpaces(value)}
        </span>
      ))}
    </>
  );
}
