/** The table of contents of the web application: every page there is. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('parts', 'routes/parts.tsx'),
  route('portfolio', 'routes/portfolio.tsx'),
  ...['delivery', 'money-back', 'about', 'contact', 'privacy', 'terms'].map((path) =>
    route(path, 'routes/information.tsx', { id: path }),
  ),
  route('login', 'routes/log-in.tsx'),
  route('signup', 'routes/sign-up.tsx'),
  route('purchase/:id', 'routes/purchase.tsx'),
  route('dashboard', 'routes/dashboard.tsx', [
    index('routes/my-orders.tsx'),
    route('payment/:id', 'routes/payment.tsx'),
    layout('routes/administrators.tsx', [
      route('manage_orders', 'routes/manage-orders.tsx'),
      route('manage_products', 'routes/manage-products.tsx'),
      route('edit_product/:id', 'routes/edit-product.tsx'),
      route('add_product', 'routes/add-product.tsx'),
      route('make_admin', 'routes/make-admin.tsx'),
    ]),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
