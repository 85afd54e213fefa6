/** An information page, chosen by its path. */
import { readInformationPage } from '#app/pages/information/information.server.ts';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { readShop } from '#ui/layout/shop.ts';
import type { Route } from './+types/information.ts';

export const handle = { isPublic: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  return await readInformationPage(context, url);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? makePageMeta({ matches, ...loaderData }) : [{ title: readShop(matches).name }];

export default function Information({
  loaderData: { title, opening, sections, email },
}: Route.ComponentProps) {
  return (
    <article className="wrap pt-8 lg:pt-14">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-4 max-w-[52ch] text-lg">{opening}</p>
      <div className="mt-10 grid gap-x-12 lg:mt-14">
        {sections.map(({ heading, paragraphs = [], points = [] }) => (
          <section key={heading} className="information">
            <h2 className="text-lg font-semibold">{heading}</h2>
            <div className="max-w-[62ch]">
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {points.length > 0 && (
                <ul className="information-points">
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
            </div>
          </section>
        ))}
        {email && (
          <section className="information prose-links">
            <h2 className="text-lg font-semibold">Write to us</h2>
            <p>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          </section>
        )}
      </div>
    </article>
  );
}
