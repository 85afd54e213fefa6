import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // every page comes with its routes: a shop of this size needs no discovery calls
  routeDiscovery: { mode: 'initial' },
  // a page comes in one file: most are so small that another request costs more than it saves
  splitRouteModules: false,
} satisfies Config;
