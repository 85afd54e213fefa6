/** The schema of the form of a profile; apart from its page, which loads no schema before the form is used. */
import { imageField, requiredImageField } from '#images/components/image-schema.ts';
import { wording } from '#kernel/wording.ts';
import { profileFormSchema } from '#people/contract/account-forms.ts';

/** An image is required once; later it is optional, and the old one stays. */
export function makeProfileSchema(hasImage: boolean) {
  return profileFormSchema.extend({
    link: hasImage ? imageField : requiredImageField(wording.messages.link),
  });
}
