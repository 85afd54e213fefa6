/** The form fields of a part, for adding and for editing. */
import type { FieldMetadata } from '@conform-to/react';
import { lazy, Suspense, useState } from 'react';
import type { partFormSchema } from '#catalogue/contract/part-form.ts';
import type { Part } from '#catalogue/contract/parts.ts';
import { loadSpecificationInputs } from '#catalogue/pages/part-form.ts';
import { categoryOptions } from '#catalogue/rules/category-options.ts';
import { defaultLowStock } from '#catalogue/rules/low-stock.ts';
import { ChoiceField, Field, TextField } from '#ui/components/fields.tsx';

const SpecificationInputs = lazy(async () => ({
  default: (await loadSpecificationInputs()).SpecificationInputs,
}));

type Fields = Record<keyof typeof partFormSchema.shape, FieldMetadata<unknown>>;

export function PartFields({
  fields,
  part,
  stockHint,
  onSpecify,
}: {
  fields: Fields;
  /** The part that is edited. */
  part?: Part;
  stockHint?: string;
  /** The inputs of the specification are shown. */
  onSpecify?: () => void;
}) {
  return (
    <>
      <div className="form-wide">
        <Field label="Name" field={fields.name} />
      </div>
      <div className="form-wide">
        <TextField label="Description" field={fields.description} rows={4} />
      </div>
      <WholeNumberField
        label="Available quantity"
        field={fields.available_quantity}
        min={0}
        hint={stockHint}
      />
      <WholeNumberField label="Minimum order" field={fields.minimum_order} min={1} />
      <Field label="Price in dollars" field={fields.price} inputMode="decimal" />
      <WholeNumberField label="Featured rank (1 is first)" field={fields.featured} min={1} />
      <WholeNumberField
        label="Low stock (units)"
        field={fields.low_stock}
        min={0}
        hint={`With this many or fewer it runs low; ${defaultLowStock} if empty.`}
      />
      <WholeNumberField
        label="Weight (grams)"
        field={fields.weight_grams}
        min={1}
        hint="Of one, with its box. If empty, quotes of delivery estimate it by the category."
      />
      <Field label="Brand" field={fields.brand} />
      <Field label="SKU" field={fields.sku} />
      <Field label="Maker’s part number" field={fields.mpn} />
      <Field label="GTIN (EAN, UPC)" field={fields.gtin} inputMode="numeric" />
      <div className="form-wide">
        <ChoiceField label="Category" field={fields.category} choices={categoryOptions} />
      </div>
      <Specification fields={fields} part={part} onSpecify={onSpecify} />
    </>
  );
}

function WholeNumberField(attributes: Parameters<typeof Field>[0]) {
  return <Field type="number" inputMode="numeric" {...attributes} />;
}

type SpecificationProps = { fields: Fields; part: Part | undefined; onSpecify: (() => void) | undefined };

/** Loaded when it is opened: it is as large as the rest of the form. Another category needs another specification. */
function Specification({ fields, part, onSpecify }: SpecificationProps) {
  const category = fields.category.value ?? fields.category.initialValue;
  const isMoved = part !== undefined && category !== part.category;
  const [isShown, setShown] = useState(false);
  return (
    <details
      className="form-wide specification"
      open={isMoved || undefined}
      onToggle={() => {
        setShown(true);
        onSpecify?.();
      }}
    >
      <summary>Specification</summary>
      {isShown && (
        <Suspense>
          <SpecificationInputs
            fields={fields as Record<string, FieldMetadata<unknown>>}
            category={category}
            part={part}
          />
        </Suspense>
      )}
    </details>
  );
}
