/** Edit Product: an administrator edits everything about a part; only what changed is sent. */
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Part, readPartEndpoint } from '#catalogue/contract/parts.ts';
import { PartFields } from '#catalogue/pages/part-fields.tsx';
import { loadPartRequests, partFields } from '#catalogue/pages/part-form.ts';
import type { EditView } from '#catalogue/pages/part-requests.ts';
import { ImageField, useImageUpload } from '#images/components/image-field.tsx';
import { imageField } from '#images/components/image-schema.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { isProblem } from '#ui/api/api-client.ts';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { toast } from '#ui/components/toast.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
import type { Route } from './+types/edit-product.ts';

const pricedSchema = partFields.required({ sku: true }).extend({
  image: imageField, // without a new one the image stays
});
const unpricedSchema = pricedSchema.extend({ price: pricedSchema.shape.price.optional() });

export const meta = describePrivatePage('Edit a product', 'Change the fields of a part.');

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  return { part: await callForPage(request, readPartEndpoint, { params: { id: params.id } }) };
}

export default function EditProduct({ loaderData: { part } }: Route.ComponentProps) {
  return (
    <section className="max-w-2xl">
      <h2 className="dashboard-heading">{wording.addProduct.heading}</h2>
      <div className="part-picture rounded-box mb-4 w-48 overflow-hidden">
        <ResponsiveImage of={part.img} alt={part.name} sizes="12rem" />
      </div>
      {part.off_sale && <p className="mb-4">This part is off sale.</p>}
      <EditForm part={part} />
    </section>
  );
}

function EditForm({ part }: { part: Part }) {
  const navigate = useNavigate();
  const view = useRef<EditView>({ quantity: part.available_quantity, hasSpecification: false, fields: {} });
  const [seenQuantity, setSeenQuantity] = useState(part.available_quantity);
  const upload = useImageUpload();
  const { form, fields, isBusy } = useCallForm({
    schema: part.price === null ? unpricedSchema : pricedSchema,
    defaultValue: makeDefaultValues(part),
    async submit({ image, available_quantity, ...values }) {
      const img = image?.size ? await upload.send('image', image) : undefined;
      if (isProblem(img)) return img;
      const requests = await loadPartRequests();
      if (isProblem(requests)) return requests;
      const answer = await requests.saveEdit({ part, values, img, available_quantity, view: view.current });
      setSeenQuantity(view.current.quantity);
      if (answer) return answer;
      toast.success('Product saved');
      await navigate(paths.manageProducts);
    },
  });
  return (
    <Form form={form} hasColumns>
      <PartFields
        fields={fields}
        part={part}
        stockHint={`${seenQuantity} in stock`}
        onSpecify={() => {
          view.current.hasSpecification = true;
        }}
      />
      <ImageField label="Another image" field={fields.image} upload={upload} />
      <div className="form-wide grid gap-5">
        <FormProblem errors={form.errors} />
        <div className="form-actions">
          <SubmitButton isBusy={isBusy}>Save</SubmitButton>
          <Link className="btn" to={paths.manageProducts}>
            Back without saving
          </Link>
          <Link className="link" to={paths.stockLedger(part._id)}>
            Stock ledger
          </Link>
        </div>
      </div>
    </Form>
  );
}

function makeDefaultValues(part: Part) {
  const { name, description, available_quantity, minimum_order, category, brand, sku } = part;
  return {
    ...{ name, description, available_quantity, minimum_order, category, brand, sku },
    ...(part.price === null ? {} : { price: part.price }),
    ...(part.featured === null ? {} : { featured: part.featured }),
    mpn: part.mpn ?? undefined,
    gtin: part.gtin ?? undefined,
    low_stock: part.low_stock ?? undefined,
    weight_grams: part.weight_grams ?? undefined,
  };
}
