/** Add Product: an administrator describes a part, adds its picture, and puts it on sale. */
import { useState } from 'react';
import { toast } from 'react-toastify/unstyled';
import { z } from 'zod';
import { uploadImage } from '#contract/images.ts';
import { addPart, partFormSchema } from '#contract/parts.ts';
import { type Category, categories, categorySchema } from '#domain/parts.ts';
import { wording } from '#domain/wording.ts';
import { ask, isProblem, type Problem } from '#web/api-client.ts';
import { ChoiceField, Field, FileField, TextField } from '#web/components/fields.tsx';
import { FormProblem, SubmitButton, useCallForm } from '#web/components/form.tsx';

const formSchema = partFormSchema.omit({ img: true }).extend({
  category: categorySchema,
  brand: z.string().trim().max(60, 'At most 60 characters are possible').optional(),
  image: z
    .instanceof(Blob, { message: wording.messages.image })
    .refine(({ size }) => size > 0, wording.messages.image),
});

const categoryNames: Record<Category, string> = {
  memory: 'Memory',
  'hard-disk': 'Hard disk',
  ssd: 'SSD',
  motherboard: 'Motherboard',
  'graphics-card': 'Graphics card',
  other: 'Other',
};

export default function AddProduct() {
  const [added, setAdded] = useState(0);
  return (
    <section className="max-w-2xl">
      <h2 className="mb-4 text-xl font-bold">{wording.addProduct.heading}</h2>
      <ProductForm key={added} onAdded={() => setAdded(added + 1)} />
    </section>
  );
}

function ProductForm({ onAdded }: { onAdded: () => void }) {
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
    defaultValue: { category: 'memory', minimum_order: 1 },
    async submit({ image, ...part }) {
      const picture = await ask(uploadImage, { upload: image });
      if (isProblem(picture)) return failed(picture);
      const answer = await ask(addPart, { body: { ...part, img: picture.data.url } });
      if (isProblem(answer)) return failed(answer);
      toast.success(wording.toasts.partAdded);
      onAdded();
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
      <ChoiceField
        label="Category"
        field={fields.category}
        choices={categories.map((category) => ({ value: category, label: categoryNames[category] }))}
      />
      <Field label="Brand" field={fields.brand} />
      <Field
        label="Available quantity"
        field={fields.available_quantity}
        type="number"
        min={0}
        inputMode="numeric"
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
      <FileField label="Image" field={fields.image} accept="image/jpeg,image/png,image/webp,image/avif" />
      <div className="grid gap-2 sm:col-span-2">
        <FormProblem errors={form.errors} />
        <SubmitButton isBusy={isBusy}>Add product</SubmitButton>
      </div>
    </form>
  );
}

/** Says so in a toast as well, because the form may be longer than the screen. */
function failed(problem: Problem): Problem {
  toast.error(wording.toasts.partNotAdded);
  return problem;
}
