/** The banner of the home page: four slides, which a script advances every 5 seconds. */
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { homeWording } from '#domain/home-wording.ts';
import { nameShop } from '#domain/wording.ts';
import { runBanner } from '#web/home/run-banner.ts';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';
import { useShop } from '#web/layout/shop.ts';

/** The inner width of `.wrap` in base.css; slightly less in windows up to 82rem, where the same file loads. */
const sizes = '(width > 82rem) calc(clamp(82rem, 74vw, 96rem) - 3.5rem), (width >= 74rem) 71rem, 100vw';

export function Banner({ isDeliveryFree }: { isDeliveryFree: boolean }) {
  const banner = useRef<HTMLElement>(null);
  const label = nameShop(homeWording.banner.label, useShop().name);
  useEffect(() => (banner.current ? runBanner(banner.current) : undefined), []);
  return (
    <section className="banner" aria-roledescription="carousel" aria-label={label} ref={banner} data-banner>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <ul className="banner-track" tabIndex={0} aria-label={label}>
        {homeWording.banner.slides.map(({ image, title, link, ...slide }, index) => (
          <li key={image} className={`banner-slide ${image}`}>
            <div className="banner-words">
              <p className="banner-title">{title}</p>
              <p className="banner-line">{chooseLine(slide, isDeliveryFree)}</p>
              <p className="banner-link">
                <Link to={link.to}>{link.label}</Link>
              </p>
            </div>
            <ResponsiveImage of={image} phone={`${image}-phone`} alt="" sizes={sizes} isFirst={index === 0} />
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

function chooseLine(
  slide: { line: string; lineWithPrices?: string | undefined },
  isDeliveryFree: boolean,
): string {
  return (!isDeliveryFree && slide.lineWithPrices) || slide.line;
}
