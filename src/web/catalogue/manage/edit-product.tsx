/** Edit Product: an administrator edits the text, stock, price and image of a part. */
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { editPartEndpoint, type Part, partFormSchema, readPartEndpoint } from '#contract/catalogue/parts.ts';
import * as paths from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { PartFields } from '#web/catalogue/manage/part-fields.tsx';
import { ImageField } from '#web/images/image-field.tsx';
import { imageField, useImageUpload } from '#web/images/image-upload.ts';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';
import { callForPage, requirePerson } from '#web/people/guard.ts';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/ui/form.tsx';
import { makePrivatePageMeta } from '#web/ui/private-page-meta.ts';
import type { Route } from './+types/edit-product.ts';

const formSchema = partFormSchema.omit({ img: true }).extend({
  image: imageField, // without a new one the image stays
});

export const meta: Route.MetaFunction = ({ matches }) =>
  makePrivatePageMeta('Edit a product', 'Change a part’s words, price, stock and picture.', matches);

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
  const [seenQuantity, setSeenQuantity] = useState(part.available_quantity);
  const upload = useImageUpload();
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
    defaultValue: {
      name: part.name,
      description: part.description,
      available_quantity: part.available_quantity,
      minimum_order: part.minimum_order,
      price: part.price ?? undefined,
    },
    async submit({ image, available_quantity, ...changes }) {
      const img = image?.size ? await upload.send('image', image) : undefined;
      if (isProblem(img)) return img;
      const answer = await callEndpoint(editPartEndpoint, {
        params: { id: part._id },
        body: {
          ...changes,
          ...(img ? { img } : {}),
          // the stock is sent only when it was edited: a sale during the edit is then no conflict
          ...(available_quantity === part.available_quantity && seenQuantity === part.available_quantity
            ? {}
            : { available_quantity, seen_quantity: seenQuantity }),
        },
      });
      if (isProblem(answer)) {
        const { available } = answer as { available?: number };
        if (answer.refused === 'stock-changed' && available !== undefined) setSeenQuantity(available);
        return answer;
      }
      toast.success('Product saved');
      await navigate(paths.manageProducts);
    },
  });
  return (
    <Form form={form} hasColumns>
      <PartFields fields={fields} stockHint={`${seenQuantity} in stock`} />
      <ImageField label="Another image" field={fields.image} upload={upload} />
      <div className="form-wide grid gap-5">
        <FormProblem errors={form.errors} />
        <div className="form-actions">
          <SubmitButton isBusy={isBusy}>Save</SubmitButton>
          <Link className="btn" to={paths.manageProducts}>
            Back without saving
          </Link>
        </div>
      </div>
    </Form>
  );
}
