/** The table of contents of the web application: every page there is. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('parts', 'routes/parts.tsx'),
  route('parts/:category', 'routes/parts.tsx', { id: 'category' }),
  route('parts/:category/:slug', 'routes/part.tsx'),
  route('compare/:category', 'routes/compare.tsx'),
  route('portfolio', 'routes/portfolio.tsx'),
  ...['delivery', 'money-back', 'about', 'contact', 'privacy', 'terms'].map((path) =>
    route(path, 'routes/information.tsx', { id: path }),
  ),
  route('login', 'routes/log-in.tsx'),
  route('signup', 'routes/sign-up.tsx'),
  route('forgot_password', 'routes/forgot-password.tsx'),
  route('reset_password', 'routes/reset-password.tsx'),
  route('signed_in', 'routes/signed-in.tsx'),
  route('verify_email', 'routes/verify-email.tsx'),
  route('purchase/:id', 'routes/purchase.tsx'),
  route('dashboard', 'routes/dashboard.tsx', [
    layout('routes/dashboard-page.tsx', [
      index('routes/my-orders.tsx'),
      route('add_review', 'routes/add-review.tsx'),
      route('my_profile', 'routes/my-profile.tsx'),
      route('payment/:id', 'routes/payment.tsx'),
      route('order/:id', 'routes/order.tsx'),
      route('invoice/:id', 'routes/invoice.tsx'),
      layout('routes/administrators.tsx', [
        route('manage_orders', 'routes/manage-orders.tsx'),
        route('manage_products', 'routes/manage-products.tsx'),
        route('edit_product/:id', 'routes/edit-product.tsx'),
        route('add_product', 'routes/add-product.tsx'),
        route('make_admin', 'routes/make-admin.tsx'),
        route('manage_reviews', 'routes/manage-reviews.tsx'),
        route('refunds', 'routes/refunds.tsx'),
        route('disputes', 'routes/disputes.tsx'),
      ]),
    ]),
  ]),
  route('dev/style', 'routes/style.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
