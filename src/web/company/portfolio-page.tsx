/** My Portfolio: the person behind the shop. */
import * as paths from '#domain/paths.ts';
import { portfolio } from '#web/company/portfolio.ts';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';
import { pageContext } from '#web/server/shop-context.server.ts';
import { makePageMeta } from '#web/ui/page-meta.ts';
import type { Route } from './+types/portfolio-page.ts';

export const handle = { isPublic: true };

export const meta = ({ loaderData }: Route.MetaArgs) =>
  makePageMeta({
    title: portfolio.name,
    description: `${portfolio.name}, ${portfolio.role}. ${portfolio.biography.at(-1)}`,
    canonical: loaderData?.canonical,
  });

export function loader({ context }: Route.LoaderArgs) {
  return { canonical: context.get(pageContext).publicUrl + paths.portfolio };
}

export default function PortfolioPage() {
  const { name, role, imageKey, imageAlt, biography, email, projects } = portfolio;
  return (
    <div className="wrap pt-8 lg:pt-14">
      <div className="grid gap-8 md:grid-cols-[minmax(0,22rem)_1fr] lg:gap-14">
        <figure className="portrait">
          <ResponsiveImage of={imageKey} alt={imageAlt} sizes="(width >= 48rem) 22rem, 100vw" isFirst />
        </figure>
        <div>
          <p className="silkscreen">{role}</p>
          <h1 className="mt-1 text-3xl">{name}</h1>
          <div className="mt-5 grid max-w-[62ch] gap-4">
            {biography.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <p className="prose-links mt-6">
            Write to me: <a href={`mailto:${email}`}>{email}</a>
          </p>
        </div>
      </div>
      <section className="mt-14" aria-labelledby="projects">
        <h2 className="heading" id="projects">
          Sample projects
        </h2>
        <ul className="mt-5 grid gap-5 md:grid-cols-3">
          {projects.map(({ title, description, to }) => (
            <li key={to} className="project">
              <h3 className="text-lg font-semibold">
                <a href={to}>{title}</a>
              </h3>
              <p className="muted mt-1">{description}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
