/** An information page, chosen by its path. */
import styles from '#app/pages/information/information.css?url';
import { readInformationPage } from '#app/pages/information/information.server.ts';
import { Prose } from '#settings/components/prose.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { readShop } from '#ui/layout/shop.ts';
import type { Route } from './+types/information.ts';

export const handle = { isPublic: true };

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export function loader({ context, url }: Route.LoaderArgs) {
  return readInformationPage(context, url);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? makePageMeta({ matches, ...loaderData }) : [{ title: readShop(matches).name }];

export default function Information({ loaderData: { title, opening, sections } }: Route.ComponentProps) {
  return (
    <article className="wrap pt-8 lg:pt-14">
      <h1 className="text-4xl wrap-anywhere">{title}</h1>
      <Prose of={opening} className="prose prose-links mt-4 max-w-[52ch] text-lg" />
      <div className="mt-10 grid gap-x-12 lg:mt-14">
        {sections.map(({ heading, body }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have one heading
          <section key={index} className="information">
            <h2 className="text-lg font-semibold wrap-anywhere">{heading}</h2>
            <Prose of={body} className="prose prose-links max-w-[62ch]" />
          </section>
        ))}
      </div>
    </article>
  );
}
