/** An administrator edits a part: its words, its stock, its price, its picture. */
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { z } from 'zod';
import { uploadImage } from '#contract/images.ts';
import { editPart, type Part, partFormSchema, readPart } from '#contract/parts.ts';
import { wording } from '#domain/wording.ts';
import { ask, isProblem } from '#web/api-client.ts';
import { Field, FileField, TextField } from '#web/components/fields.tsx';
import { FormProblem, SubmitButton, useCallForm } from '#web/components/form.tsx';
import { Picture } from '#web/components/picture.tsx';
import { load, requirePerson } from '#web/guard.ts';
import type { Route } from './+types/edit-product.ts';

const formSchema = partFormSchema.omit({ img: true }).extend({
  image: z.instanceof(Blob).optional(), // none chosen: the picture stays
});

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  return { part: await load(request, readPart, { params: { id: params.id } }) };
}

export default function EditProduct({ loaderData: { part } }: Route.ComponentProps) {
  return (
    <section className="max-w-2xl">
      <h2 className="mb-4 text-xl font-bold">{wording.addProduct.heading}</h2>
      <div className="part-picture rounded-box mb-4 w-48 overflow-hidden">
        <Picture of={part.img} alt={part.name} sizes="12rem" />
      </div>
      {part.off_sale && <p className="mb-4">This part is off sale.</p>}
      <EditForm part={part} />
    </section>
  );
}

function EditForm({ part }: { part: Part }) {
  const navigate = useNavigate();
  const [seen, setSeen] = useState(part.available_quantity);
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
    defaultValue: {
      name: part.name,
      description: part.description,
      available_quantity: part.available_quantity,
      minimum_order: part.minimum_order,
      price: part.price,
    },
    async submit({ image, available_quantity, ...changes }) {
      const picture = image?.size ? await ask(uploadImage, { upload: image }) : undefined;
      if (isProblem(picture)) return picture;
      const answer = await ask(editPart, {
        params: { id: part._id },
        body: {
          ...changes,
          ...(picture ? { img: picture.data.url } : {}),
          // the stock goes along only when it was edited, so that sales meanwhile do not matter otherwise
          ...(available_quantity === part.available_quantity && seen === part.available_quantity
            ? {}
            : { available_quantity, seen_quantity: seen }),
        },
      });
      if (isProblem(answer)) {
        const { available } = answer as { available?: number };
        if (answer.refused === 'stock-changed' && available !== undefined) setSeen(available);
        return answer;
      }
      toast.success('Product saved');
      await navigate('/dashboard/manage_products');
    },
  });
  return (
    <form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate={form.noValidate}
      className="grid gap-x-4 gap-y-2 sm:grid-cols-2"
    >
      <div className="sm:col-span-2">
        <Field label="Name" field={fields.name} />
      </div>
      <div className="sm:col-span-2">
        <TextField label="Description" field={fields.description} rows={4} />
      </div>
      <Field
        label="Available quantity"
        field={fields.available_quantity}
        type="number"
        min={0}
        inputMode="numeric"
        hint={`${seen} in stock`}
      />
      <Field label="Minimum order" field={fields.minimum_order} type="number" min={1} inputMode="numeric" />
      <Field
        label="Price in dollars"
        field={fields.price}
        type="number"
        min={0.01}
        step="any"
        inputMode="decimal"
      />
      <FileField
        label="Another image"
        field={fields.image}
        accept="image/jpeg,image/png,image/webp,image/avif"
      />
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <FormProblem errors={form.errors} />
        <SubmitButton isBusy={isBusy}>Save</SubmitButton>
        <Link className="btn" to="/dashboard/manage_products">
          Back without saving
        </Link>
      </div>
    </form>
  );
}
