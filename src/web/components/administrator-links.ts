/** The dashboard's links of administrators, a file of their own so that nobody else waits for their icons. */
import type { LucideIcon } from 'lucide-react';
import Boxes from 'lucide-react/icons/boxes';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import PackagePlus from 'lucide-react/icons/package-plus';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Truck from 'lucide-react/icons/truck';
import Undo from 'lucide-react/icons/undo-2';
import UserRound from 'lucide-react/icons/user-round';
import { wording } from '#domain/wording.ts';

const { dashboard } = wording;

export type DashboardLink = { to: string; label: string; icon: LucideIcon };

export const administratorLinks: DashboardLink[] = [
  { to: '/dashboard', label: 'Overview', icon: LayoutDashboard },
  { to: '/dashboard/my_profile', label: dashboard.myProfile, icon: UserRound },
  { to: '/dashboard/manage_orders', label: dashboard.manageOrders, icon: Truck },
  { to: '/dashboard/manage_products', label: dashboard.manageProducts, icon: Boxes },
  { to: '/dashboard/add_product', label: dashboard.addProduct, icon: PackagePlus },
  { to: '/dashboard/make_admin', label: dashboard.makeAdmin, icon: ShieldCheck },
  { to: '/dashboard/manage_reviews', label: 'Manage Reviews', icon: MessageSquareText },
  { to: '/dashboard/refunds', label: 'Refunds', icon: Undo },
  { to: '/dashboard/disputes', label: 'Disputes', icon: Scale },
];
