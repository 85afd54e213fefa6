/** The routes of the web application: every page. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('home/home.tsx'),
  route('parts', 'catalogue/parts.tsx'),
  route('parts/:category', 'catalogue/parts.tsx', { id: 'category' }),
  route('parts/:category/:slug', 'catalogue/part/part.tsx'),
  route('compare/:category', 'catalogue/compare/compare.tsx'),
  route('basket', 'basket/basket.tsx'),
  route('portfolio', 'company/portfolio-page.tsx'),
  ...['delivery', 'money-back', 'about', 'contact', 'privacy', 'terms'].map((path) =>
    route(path, 'company/information.tsx', { id: path }),
  ),
  route('login', 'people/log-in.tsx'),
  route('signup', 'people/sign-up.tsx'),
  route('forgot_password', 'people/forgot-password.tsx'),
  route('reset_password', 'people/reset-password.tsx'),
  route('signed_in', 'people/signed-in.tsx'),
  route('verify_email', 'people/verify-email.tsx'),
  route('purchase/:id', 'orders/purchase.tsx'),
  route('dashboard', 'dashboard/dashboard.tsx', [
    layout('dashboard/dashboard-page.tsx', [
      index('orders/my-orders.tsx'),
      route('add_review', 'reviews/add-review.tsx'),
      route('my_profile', 'people/my-profile.tsx'),
      route('payment/:id', 'payments/payment.tsx'),
      route('order/:id', 'orders/order.tsx'),
      route('invoice/:id', 'orders/invoice.tsx'),
      layout('people/administrators-only.tsx', [
        route('manage_orders', 'orders/manage-orders.tsx'),
        route('manage_products', 'catalogue/manage/manage-products.tsx'),
        route('edit_product/:id', 'catalogue/manage/edit-product.tsx'),
        route('add_product', 'catalogue/manage/add-product.tsx'),
        route('import', 'catalogue/manage/import-products.tsx'),
        route('make_admin', 'people/make-admin.tsx'),
        route('manage_reviews', 'reviews/manage-reviews.tsx'),
        route('refunds', 'payments/refunds.tsx'),
        route('disputes', 'payments/disputes.tsx'),
        route('ceo_letters', 'administration/ceo-letters.tsx'),
        route('audit_log', 'administration/audit-log.tsx'),
        route('stock_ledger/:id', 'catalogue/manage/stock-ledger.tsx'),
        route('settings', 'settings/settings.tsx'),
      ]),
    ]),
  ]),
  route('dev/style', 'style-guide/style.tsx'),
  route('*', 'layout/not-found.tsx'),
] satisfies RouteConfig;
