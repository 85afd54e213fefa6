/** The frame of Settings: its heading, and the links of its sections. */
import { NavLink, Outlet } from 'react-router';
import * as paths from '#kernel/paths.ts';

const sections = [
  { to: paths.settings, label: 'Shop' },
  { to: paths.settingsSection('company'), label: 'Company and invoices' },
  { to: paths.deliverySettings, label: 'Delivery' },
  { to: paths.settingsSection('mails'), label: 'Mails and alerts' },
  { to: paths.settingsSection('pages'), label: 'Pages' },
  { to: paths.settingsSection('portfolio'), label: 'Portfolio' },
];

export default function SettingsFrame() {
  return (
    <section className="max-w-3xl">
      <h2 className="dashboard-heading">Settings</h2>
      <nav aria-label="Sections of Settings" className="settings-sections mb-6 flex flex-wrap gap-1">
        {sections.map(({ to, label }) => (
          <NavLink key={to} to={to} end={to === paths.settings}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </section>
  );
}
