/** Add Review: a customer reviews the shop or a bought part, or edits that review. */
import { useEffect, useRef, useState } from 'react';
import { replace, useRevalidator, useSearchParams } from 'react-router';
import { ImageField, useImageUpload } from '#images/components/image-field.tsx';
import { imageField, requiredImageField } from '#images/components/image-schema.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { countWords } from '#kernel/words.ts';
import { readAdminEndpoint } from '#platform/contract/session.ts';
import { reviewFormSchema } from '#reviews/contract/review-form.ts';
import {
  listMyReviewsEndpoint,
  type Review,
  type ReviewSubject,
  writeReviewEndpoint,
} from '#reviews/contract/reviews.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { ChoiceField, TextField } from '#ui/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import type { Choice } from '#ui/components/list-controls.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { toast } from '#ui/components/toast.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';
import { useShop } from '#ui/layout/shop.ts';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
import type { Person } from '#ui/session/visit.ts';
import type { Route } from './+types/add-review.ts';

const ratings: Choice[] = [
  { value: '', label: 'Choose' },
  ...[5, 4.5, 4, 3.5, 3, 2.5, 2, 1.5, 1].map((stars) => ({
    value: String(stars),
    label: countWords(stars, 'star'),
  })),
];

export const meta = describePrivatePage(
  wording.dashboard.addReview,
  'Say what you think of the shop, or of a part that you have bought.',
);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const person = await requirePerson(request);
  const { admin } = await callForPage(request, readAdminEndpoint, { params: { email: person.email } });
  if (admin) throw replace(paths.dashboard); // administrators write no reviews
  return { person, subjects: await callForPage(request, listMyReviewsEndpoint, {}) };
}

export default function AddReview({ loaderData: { person, subjects } }: Route.ComponentProps) {
  const shop = useShop();
  const [search] = useSearchParams();
  const [about, setAbout] = useState(() => {
    const requestedId = search.get('about');
    return subjects.find(({ partsId }) => partsId === requestedId)?.partsId ?? '';
  });
  const [drafts, setDrafts] = useState<Record<string, ReviewDraft>>({});
  const [postedCount, setPostedCount] = useState(0);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (postedCount > 0) section.current?.querySelector('select')?.focus(); // the key has replaced the form
  }, [postedCount]);
  const subject = subjects.find(({ partsId }) => (partsId ?? '') === about) ?? subjects[0];

  function changeSubject(next: string) {
    const form = section.current?.querySelector('form');
    if (form) setDrafts({ ...drafts, [about]: makeDraft(new FormData(form)) });
    setAbout(next);
  }

  return (
    <section className="max-w-xl" ref={section}>
      <h2 className="dashboard-heading">{wording.addReview.heading}</h2>
      <label className="field mb-5">
        <span className="field-label">About</span>
        <select
          className="select w-full"
          value={about}
          onChange={(event) => changeSubject(event.target.value)}
        >
          {subjects.map(({ partsId, partsName }) => (
            <option key={partsId} value={partsId ?? ''}>
              {partsName ?? `The shop, ${shop.name}`}
            </option>
          ))}
        </select>
      </label>
      {subject?.missing === 'purchase' && (
        <p className="alert">Once you have bought something here, you can review the shop.</p>
      )}
      {subject && subject.missing !== 'purchase' && (
        <ReviewForm
          key={`${about} ${postedCount}`}
          person={person}
          subject={drafts[about] === emptyDraft ? { ...subject, review: null } : subject}
          draft={drafts[about]}
          onPosted={() => {
            setDrafts({ ...drafts, [about]: emptyDraft });
            setPostedCount(postedCount + 1);
          }}
        />
      )}
    </section>
  );
}

type ReviewDraft = { review: string; rating: string };
const emptyDraft: ReviewDraft = { review: '', rating: '' };

function makeDraft(form: FormData): ReviewDraft {
  return { review: String(form.get('review')), rating: String(form.get('rating')) };
}

function ReviewForm({
  person,
  subject: { partsId, review: earlier, missing },
  draft = earlier ?? emptyDraft,
  onPosted,
}: {
  person: Person;
  subject: ReviewSubject;
  draft: { review: string; rating: string | number } | undefined;
  onPosted: () => void;
}) {
  const upload = useImageUpload();
  const revalidator = useRevalidator();
  const { form, fields, isBusy } = useCallForm({
    schema: reviewFormSchema.extend({
      image: earlier ? imageField : requiredImageField(wording.messages.image),
    }),
    defaultValue: { review: draft.review, rating: draft.rating },
    draftName: `review.${partsId}.${earlier?.postedAt}`, // a newer review gets no older draft
    async submit({ image, ...review }) {
      const img = image?.size ? await upload.send('image', image) : (earlier?.img ?? '');
      if (isProblem(img)) return img;
      const body = { ...review, ...person, img, ...(partsId ? { partsId } : {}) };
      const answer = await callEndpoint(writeReviewEndpoint, { body });
      if (isProblem(answer)) return answer;
      toast.success(wording.toasts.reviewed);
      onPosted();
      await revalidator.revalidate();
    },
  });
  return (
    <Form form={form}>
      {missing === 'confirmed-address' && (
        <p className="alert">Others see what you write here once your e-mail address is confirmed.</p>
      )}
      {earlier && <EarlierReview review={earlier} />}
      <TextField label="Review" field={fields.review} rows={5} />
      <ChoiceField label="Rating" field={fields.rating} choices={ratings} />
      <ImageField label={earlier ? 'Another image' : 'Image'} field={fields.image} upload={upload} />
      <FormProblem errors={form.errors} />
      <SubmitButton isBusy={isBusy}>{earlier ? 'Post the edited review' : 'Post the review'}</SubmitButton>
      <p className="muted text-sm">
        Your name and this picture are shown beside your review. Posting again about the same replaces it.
      </p>
    </Form>
  );
}

function EarlierReview({ review: { img, postedAt, hidden } }: { review: Review }) {
  const { formatDay } = useShopTimes();
  return (
    <div className="mb-2 flex items-center gap-3">
      <div className="review-face">
        <ResponsiveImage of={img} alt="" sizes="2.75rem" />
      </div>
      <p className="muted text-sm">
        You posted a review of this on {formatDay(postedAt)}; here you can edit it.
        {hidden && ' The shop has hidden it, and others do not see it.'}
      </p>
    </div>
  );
}
