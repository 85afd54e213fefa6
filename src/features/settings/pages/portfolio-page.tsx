/** My Portfolio: the person behind the shop. */
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { settingsContext } from '#settings/components/settings-context.server.ts';
import { makePortfolio, type Portfolio } from '#settings/rules/settings.ts';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';
import { pageContext } from '#ui/layout/page-context.server.ts';
import type { Route } from './+types/portfolio-page.ts';

export const handle = { isPublic: true };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  makePageMeta({
    matches,
    title: loaderData?.portfolio.name ?? wording.navigation.portfolio,
    description: loaderData ? describe(loaderData.portfolio) : '',
    canonical: loaderData?.canonical,
  });

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, showsStock } = context.get(pageContext);
  const settings = context.get(settingsContext);
  showsStock({ parts: [], showsAvailability: false });
  return { canonical: publicUrl + paths.portfolio, portfolio: makePortfolio(settings) };
}

function describe({ name, role, biography }: Portfolio): string {
  return [[name, role].filter(Boolean).join(', '), biography.at(-1) ?? ''].filter(Boolean).join('. ');
}

export default function PortfolioPage({ loaderData: { portfolio } }: Route.ComponentProps) {
  const { name, role, image, biography, email, projects } = portfolio;
  return (
    <div className="wrap pt-8 lg:pt-14">
      <div className="grid gap-8 md:grid-cols-[minmax(0,22rem)_1fr] lg:gap-14">
        <figure className="part-picture portrait">
          <ResponsiveImage of={image} alt={name} sizes="(width >= 48rem) 22rem, 100vw" isFirst />
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
      {projects.length > 0 && <Projects projects={projects} />}
    </div>
  );
}

function Projects({ projects }: Pick<Portfolio, 'projects'>) {
  return (
    <section className="mt-14" aria-labelledby="projects">
      <h2 className="heading" id="projects">
        Sample projects
      </h2>
      <ul className="mt-5 grid gap-5 md:grid-cols-3">
        {projects.map(({ title, description, address }) => (
          <li key={title} className="project">
            <h3 className="text-lg font-semibold">{address ? <a href={address}>{title}</a> : title}</h3>
            <p className="muted mt-1">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
