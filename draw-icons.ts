/** Lucide's icons as elements: the build takes the lines of each that is imported out of the data of all. */
import { icons } from '@iconify-json/lucide';
import { type Plugin, transformWithOxc } from 'vite';

const iconAttributes =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

/** For `import Search from 'lucide:search'`: the lines of an icon, without what `Icon` says of all (src/ui/components/icons.tsx). */
export function drawIcons(): Plugin {
  return {
    name: 'compact:draw-icons',
    resolveId: (source) => (source.startsWith('lucide:') ? `\0${source}` : null),
    load(file) {
      const [, name] = file.split('\0lucide:');
      if (!name) return null;
      const icon = icons.icons[name] ?? this.error(`Lucide has no icon '${name}'.`);
      const lines = icon.body.replaceAll(iconAttributes, '').replace(/<\/?g>/g, '');
      return transformWithOxc(`export default <>${lines}</>;`, 'icon.jsx', { jsx: { runtime: 'automatic' } });
    },
  };
}
