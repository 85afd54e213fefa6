/** The footer of every page: services, company, social links, theme. */
import Monitor from 'lucide:monitor';
import Moon from 'lucide:moon';
import Sun from 'lucide:sun';
import { Link } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { type Drawing, Icon } from '#ui/components/icons.tsx';
import { usePrefetchMode } from '#ui/layout/prefetch.ts';
import { useShop } from '#ui/layout/shop.ts';
import type { Theme } from '#ui/layout/theme.ts';
import { Wordmark } from '#ui/layout/wordmark.tsx';

const { footer } = wording;

const services = [
  { to: paths.build, label: 'Build a computer' },
  { to: paths.delivery },
  { to: paths.moneyBack },
];

const aboutUs = [{ to: paths.about }, { to: paths.contact }, { to: paths.privacy }, { to: paths.terms }];

export function Footer() {
  const { social, tagline, titles } = useShop();
  const nameLinks = (links: readonly { to: string; label?: string }[]) =>
    links.map(({ to, label = titles[to] ?? '' }) => ({ to, label }));
  return (
    <footer className="foot">
      <div className="wrap foot-columns">
        <div>
          <Wordmark />
          <p className="muted mt-4 wrap-anywhere">{tagline}</p>
        </div>
        <FooterList heading={footer.services} links={nameLinks(services)} />
        <FooterList heading={footer.company} links={nameLinks(aboutUs)} />
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

type FooterListProps = { heading: string; links: readonly { to: string; label: string }[] };

function FooterList({ heading, links }: FooterListProps) {
  const prefetch = usePrefetchMode();
  return (
    <nav aria-label={heading} className="min-w-0 wrap-anywhere">
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

const themes: { theme: Theme; label: string; icon: Drawing }[] = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

function ThemeSwitch() {
  return (
    <fieldset className="segments scheme">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ theme, label, icon }) => (
        <label key={theme}>
          <input type="radio" name="theme" value={theme} defaultChecked={theme === 'system'} />
          <Icon of={icon} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
