/** The choice of theme; the public script stores it, and without scripts the system decides. */

import type { LucideIcon } from 'lucide-react';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import type { Theme } from '#web/layout/theme.ts';
import { Icon } from '#web/ui/icons.tsx';

const themes: { theme: Theme; label: string; icon: LucideIcon }[] = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

export function ThemeSwitch() {
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
