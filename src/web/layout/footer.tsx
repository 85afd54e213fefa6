/** The footer of every page: services, company, social links, theme. */
import { Link } from 'react-router';
import * as paths from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';
import { usePrefetchMode } from '#web/layout/prefetch.ts';
import { useShop } from '#web/layout/shop.ts';
import { ThemeSwitch } from '#web/layout/theme-switch.tsx';
import { Wordmark } from '#web/layout/wordmark.tsx';

const { footer } = wording;

const services = [
  { to: paths.build, label: 'Build a computer' },
  { to: paths.delivery, label: 'Delivery to town and country' },
  { to: paths.moneyBack, label: 'Money-back promise' },
];

const aboutUs = [
  { to: paths.about, label: 'About us' },
  { to: paths.contact, label: 'Contact' },
  { to: paths.privacy, label: 'Privacy' },
  { to: paths.terms, label: 'Terms' },
];

export function Footer() {
  const { social } = useShop();
  return (
    <footer className="foot">
      <div className="wrap foot-columns">
        <div>
          <Wordmark />
          <p className="muted mt-4">
            Authentic computer parts at one low price, brought to town and country.
          </p>
        </div>
        <FooterList heading={footer.services} links={services} />
        <FooterList heading={footer.company} links={aboutUs} />
        {social.length > 0 && <FooterList heading={footer.social} links={social} />}
      </div>
      <div className="wrap">
        <div className="foot-end">
          <p className="muted text-sm">Prices are in US dollars, payment is by card.</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}

function FooterList({
  heading,
  links,
}: {
  heading: string;
  links: readonly { to: string; label: string }[];
}) {
  const prefetch = usePrefetchMode();
  return (
    <nav aria-label={heading}>
      <h2>{heading}</h2>
      <ul className="mt-2">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} prefetch={prefetch} viewTransition>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
