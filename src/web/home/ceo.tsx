/** Meet Our CEO: a form without a script. The server redirects to the fragment of the matching message. */
import { wording } from '#domain/wording.ts';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';
import { PageForm } from '#web/ui/page-form.tsx';

const { ceo } = wording;

export function Ceo({ name, image }: { name: string; image: string }) {
  return (
    <section className="wrap section" aria-labelledby="ceo">
      <div className="ceo">
        <div className="ceo-portrait">
          <ResponsiveImage of={image} alt={name} sizes="(width >= 52rem) 33rem, 94vw" />
        </div>
        <div>
          <h2 className="heading" id="ceo">
            {ceo.heading}
          </h2>
          <p className="mt-4 max-w-[48ch] text-lg">
            {name} answers personally. Leave your address and ask whatever you want to know before you order.
          </p>
          <PageForm action="/ceo" className="mt-6 flex flex-wrap items-end gap-3">
            <label className="grid grow gap-1.5 sm:max-w-96">
              <span className="text-sm font-semibold">{ceo.label}</span>
              <input
                className="input w-full"
                type="email"
                name="email"
                autoComplete="email"
                maxLength={254}
                required
              />
            </label>
            <button type="submit" className="btn btn-primary">
              {ceo.button}
            </button>
          </PageForm>
          <p className="ceo-answer mt-3 font-semibold" id="ceo-thanks" role="status" tabIndex={-1}>
            {ceo.thanks}
          </p>
          <p className="ceo-answer text-error mt-3" id="ceo-wrong" role="alert" tabIndex={-1}>
            {ceo.wrong}
          </p>
        </div>
      </div>
    </section>
  );
}
