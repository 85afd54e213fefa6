/** Add Product: an administrator describes a part, uploads its image and puts it on sale. */
import { PartFields } from '#catalogue/pages/part-fields.tsx';
import { loadPartRequests, partFields } from '#catalogue/pages/part-form.ts';
import { categories } from '#catalogue/rules/parts.ts';
import { ImageField, useImageUpload } from '#images/components/image-field.tsx';
import { requiredImageField } from '#images/components/image-schema.ts';
import { wording } from '#kernel/wording.ts';
import { isProblem, type Problem, useIdempotentCall } from '#ui/api/api-client.ts';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { toast } from '#ui/components/toast.ts';

const formSchema = partFields.extend({ image: requiredImageField(wording.messages.image) });

export const meta = describePrivatePage(wording.dashboard.addProduct, 'Put a part on sale.');

export default function AddProduct() {
  return (
    <section className="max-w-2xl">
      <h2 className="dashboard-heading">{wording.addProduct.heading}</h2>
      <ProductForm />
    </section>
  );
}

function ProductForm() {
  const upload = useImageUpload();
  const attempt = useIdempotentCall();
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
    defaultValue: { category: categories[0], minimum_order: 1 },
    async submit({ image, ...part }) {
      const img = await upload.send('image', image);
      if (isProblem(img)) return describeFailure(img);
      const requests = await loadPartRequests();
      if (isProblem(requests)) return describeFailure(requests);
      const answer = await requests.sendPart(part, img, attempt);
      if (answer) return describeFailure(answer);
      toast.success(wording.toasts.partAdded);
    },
    isResetOnSuccess: true,
    draftName: 'part',
  });
  return (
    <Form form={form} hasColumns>
      <PartFields fields={fields} />
      <ImageField label="Image" field={fields.image} upload={upload} />
      <div className="form-wide grid gap-5">
        <FormProblem errors={form.errors} />
        <div className="form-actions">
          <SubmitButton isBusy={isBusy}>Add product</SubmitButton>
        </div>
      </div>
    </Form>
  );
}

/** Also shows a toast, because the form may be longer than the screen; not after a cancelled upload. */
function describeFailure(problem: Problem): Problem {
  if (problem.code !== 'upload-cancelled') toast.error(wording.toasts.partNotAdded);
  return problem;
}
