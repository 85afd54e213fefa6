/** The banner of the home page: up to four slides, each on its own picture. */
import { useEffect, useRef } from 'react';
import { runBanner } from '#app/pages/home/run-banner.ts';
import { Prose } from '#settings/components/prose.tsx';
import { homeWording } from '#settings/rules/home-wording.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';
import type { Route } from './+types/home.ts';

const images = homeWording.banner.slides.map(({ image }) => image);

/** The width of the banner; slightly more than it has beside the headline in windows up to 82rem, where the same file loads. */
const sizes = '(width >= 72rem) 39.25rem, (width >= 40rem) calc(100vw - 3.5rem), 15rem';

export function Banner({ label, slides }: NonNullable<Route.ComponentProps['loaderData']['banner']>) {
  const banner = useRef<HTMLElement>(null);
  useEffect(() => (banner.current ? runBanner(banner.current) : undefined), []);
  return (
    <section className="banner" aria-roledescription="carousel" aria-label={label} ref={banner} data-banner>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <ul className="banner-track" tabIndex={0} aria-label={label}>
        {slides.map(({ title, lines, links }, index) => (
          <li key={images[index]} className={`banner-slide ${images[index]}`}>
            <div className="banner-words">
              <p className="banner-title">{title}</p>
              <Prose of={lines} className="banner-line" />
              <Prose of={links} className="banner-link" />
            </div>
            <ResponsiveImage
              of={images[index] ?? ''}
              phone={`${images[index]}-phone`}
              alt=""
              sizes={sizes}
              isFirst={index === 0}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="banner-pause"
        data-pause={homeWording.banner.pause}
        data-play={homeWording.banner.play}
        hidden
      >
        <svg viewBox="0 0 16 16" width="14" height="14" fill="currentColor" aria-hidden="true">
          <path className="banner-pause-bars" d="M3 2h3.5v12H3zM9.5 2H13v12H9.5z" />
          <path className="banner-pause-play" d="m3.5 1.5 11 6.5-11 6.5z" />
        </svg>
      </button>
    </section>
  );
}
