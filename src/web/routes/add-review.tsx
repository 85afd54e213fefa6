/** Add Review: a customer rates the shop, or a part that they have bought. */
import { useState } from 'react';
import { replace } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { z } from 'zod';
import { listMyOrders } from '#contract/orders.ts';
import { readAdmin } from '#contract/people.ts';
import { reviewFormSchema, writeReview } from '#contract/reviews.ts';
import { wording } from '#domain/wording.ts';
import { ask, isProblem } from '#web/api-client.ts';
import { ChoiceField, TextField } from '#web/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/components/form.tsx';
import type { Choice } from '#web/components/list-controls.tsx';
import { PictureField } from '#web/components/picture-field.tsx';
import { load, requirePerson } from '#web/guard.ts';
import { neededPicture, usePictureUpload } from '#web/picture-upload.ts';
import type { Person } from '#web/session.ts';
import type { Route } from './+types/add-review.ts';

const { messages } = wording;

const formSchema = reviewFormSchema.extend({
  partsId: z.string().optional(),
  image: neededPicture(messages.image),
});

const ratings: Choice[] = [
  { value: '', label: 'Choose' },
  ...[5, 4.5, 4, 3.5, 3, 2.5, 2, 1.5, 1].map((stars) => ({
    value: String(stars),
    label: `${stars} ${stars === 1 ? 'star' : 'stars'}`,
  })),
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const person = await requirePerson(request);
  const { admin } = await load(request, readAdmin, { params: { email: person.email } });
  if (admin) throw replace('/dashboard'); // the shop does not review itself
  const orders = await load(request, listMyOrders, { query: { email: person.email, limit: 200 } });
  const bought = new Map(orders.filter(({ paid }) => paid).map((order) => [order.partsId, order.partsName]));
  return { person, bought: [...bought].map(([value, label]) => ({ value, label })) };
}

export default function AddReview({ loaderData: { person, bought } }: Route.ComponentProps) {
  const [posted, setPosted] = useState(0);
  return (
    <section className="max-w-xl">
      <h2 className="dashboard-heading">{wording.addReview.heading}</h2>
      <ReviewForm key={posted} person={person} bought={bought} onPosted={() => setPosted(posted + 1)} />
    </section>
  );
}

function ReviewForm({
  person,
  bought,
  onPosted,
}: {
  person: Person;
  bought: Choice[];
  onPosted: () => void;
}) {
  const upload = usePictureUpload();
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
    async submit({ image, partsId, ...review }) {
      const img = await upload.send('image', image);
      if (isProblem(img)) return img;
      const body = { ...review, ...person, img, ...(partsId ? { partsId } : {}) };
      const answer = await ask(writeReview, { body });
      if (isProblem(answer)) return answer;
      toast.success(wording.toasts.reviewed);
      onPosted();
    },
  });
  return (
    <Form form={form}>
      <ChoiceField
        label="About"
        field={fields.partsId}
        choices={[{ value: '', label: `The shop, ${wording.shop}` }, ...bought]}
      />
      <TextField label="Review" field={fields.review} rows={5} />
      <ChoiceField label="Rating" field={fields.rating} choices={ratings} />
      <PictureField label="Image" field={fields.image} upload={upload} />
      <FormProblem errors={form.errors} />
      <SubmitButton isBusy={isBusy}>Post the review</SubmitButton>
      <p className="muted text-sm">
        Your name and this picture are shown beside your review. Posting again about the same replaces it.
      </p>
    </Form>
  );
}
