/** Imports that src/app/features.ts does not allow and that are still there: the list only gets shorter. */
export const importExceptions: readonly string[] = [
  'src/features/fit/api/fit.ts imports #features/basket/api/basket-owner.ts: api/ is no door of basket',
  'src/features/settings/database/settings.ts imports #features/delivery/database/delivery-rules.ts: settings does not build on delivery',
  'src/features/settings/database/settings.ts imports #features/delivery/rules/rules.ts: settings does not build on delivery',
  'src/platform/database/connect.ts imports #features/catalogue/database/stored-categories.ts: platform/ is below features/',
  'src/ui/server/page-handler.server.ts imports #root.tsx: ui/ is below app/',
  'src/ui/server/shop-context.server.ts imports #features/basket/use-cases/view-basket.ts: ui/ is below features/',
  'src/ui/server/shop-context.server.ts imports #features/catalogue/database/catalogue.ts: ui/ is below features/',
  'src/ui/server/shop-context.server.ts imports #features/reviews/rules/reviews.ts: ui/ is below features/',
  'src/ui/server/shop-context.server.ts imports #features/settings/database/settings.ts: ui/ is below features/',
];
