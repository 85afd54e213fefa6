/** The paths of all pages, for links in pages, mails and the API; `routes.ts` has the routes. */

export const home = '/';
export const parts = '/parts';
export const category = (category: string) => `/parts/${category}`;
export const part = ({ category, slug }: { category: string; slug: string }) => `/parts/${category}/${slug}`;
export const comparison = (category: string) => `/compare/${category}`;
export const build = '/build';
export const builds = '/builds';
export const savedBuild = (id: string) => `/build/${id}`;
export const basket = '/basket';
export const checkout = '/checkout';
export const portfolio = '/portfolio';
export const reviews = '/reviews';

export const delivery = '/delivery';
export const moneyBack = '/money-back';
export const about = '/about';
export const contact = '/contact';
export const privacy = '/privacy';
export const terms = '/terms';
export const informationPaths = [delivery, moneyBack, about, contact, privacy, terms] as const;

export const logIn = '/login';
export const signUp = '/signup';
export const forgotPassword = '/forgot_password';
export const resetPassword = '/reset_password';
export const signedIn = '/signed_in';
export const verifyEmail = '/verify_email';

/** With `?quantity=3`, the order form begins with it. */
export const purchase = (partId: string) => `/purchase/${partId}`;
export const dashboard = '/dashboard';
export const addReview = '/dashboard/add_review';
export const myProfile = '/dashboard/my_profile';
export const payment = (orderId: string) => `/dashboard/payment/${orderId}`;
export const order = (orderId: string) => `/dashboard/order/${orderId}`;
export const invoice = (orderId: string) => `/dashboard/invoice/${orderId}`;

export const manageOrders = '/dashboard/manage_orders';
export const packing = '/dashboard/packing';
export const manageProducts = '/dashboard/manage_products';
export const editProduct = (partId: string) => `/dashboard/edit_product/${partId}`;
export const addProduct = '/dashboard/add_product';
export const importProducts = '/dashboard/import';
export const makeAdmin = '/dashboard/make_admin';
export const manageReviews = '/dashboard/manage_reviews';
export const refunds = '/dashboard/refunds';
export const disputes = '/dashboard/disputes';
export const accounts = '/dashboard/accounts';
export const ceoLetters = '/dashboard/ceo_letters';
export const auditLog = '/dashboard/audit_log';
export const stockLedger = (partId: string) => `/dashboard/stock_ledger/${partId}`;
export const settings = '/dashboard/settings';
export const deliverySettings = '/dashboard/settings/delivery';
export const beginForReal = '/dashboard/settings/begin';
export const pageText = (page: string) => `/dashboard/settings/pages/${page}`;
/** 'company', 'mails', 'pages' or 'portfolio' */
export const settingsSection = (section: string) => `/dashboard/settings/${section}`;
