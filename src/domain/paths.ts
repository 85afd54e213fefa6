/** The paths of all pages, for links in pages, mails and the API; `web/routes.ts` has the routes. */

type PartAddress = { category: string; slug: string };

export const paths = {
  home: '/',
  parts: '/parts',
  category: (category: string) => `/parts/${category}`,
  part: ({ category, slug }: PartAddress) => `/parts/${category}/${slug}`,
  comparison: (category: string) => `/compare/${category}`,
  portfolio: '/portfolio',

  delivery: '/delivery',
  moneyBack: '/money-back',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',

  logIn: '/login',
  signUp: '/signup',
  forgotPassword: '/forgot_password',
  resetPassword: '/reset_password',
  signedIn: '/signed_in',
  verifyEmail: '/verify_email',

  purchase: (partId: string) => `/purchase/${partId}`,
  /** A buyer's orders, or an administrator's overview. */
  dashboard: '/dashboard',
  addReview: '/dashboard/add_review',
  myProfile: '/dashboard/my_profile',
  payment: (orderId: string) => `/dashboard/payment/${orderId}`,
  order: (orderId: string) => `/dashboard/order/${orderId}`,
  invoice: (orderId: string) => `/dashboard/invoice/${orderId}`,

  manageOrders: '/dashboard/manage_orders',
  manageProducts: '/dashboard/manage_products',
  editProduct: (partId: string) => `/dashboard/edit_product/${partId}`,
  addProduct: '/dashboard/add_product',
  makeAdmin: '/dashboard/make_admin',
  manageReviews: '/dashboard/manage_reviews',
  refunds: '/dashboard/refunds',
  disputes: '/dashboard/disputes',
} as const;
