/** The dashboard's links for administrators; a separate file, because only they load its icons. */
import type { LucideIcon } from 'lucide-react';
import Boxes from 'lucide-react/icons/boxes';
import Calculator from 'lucide-react/icons/calculator';
import FileUp from 'lucide-react/icons/file-up';
import History from 'lucide-react/icons/history';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Mail from 'lucide-react/icons/mail';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import PackageCheck from 'lucide-react/icons/package-check';
import PackagePlus from 'lucide-react/icons/package-plus';
import Scale from 'lucide-react/icons/scale';
import SettingsIcon from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Truck from 'lucide-react/icons/truck';
import Undo from 'lucide-react/icons/undo-2';
import UserRound from 'lucide-react/icons/user-round';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';

const { dashboard } = wording;

export type DashboardLink = { to: string; label: string; icon: LucideIcon };
export type DashboardGroup = { heading?: string; links: DashboardLink[] };

export const administratorLinks: DashboardGroup[] = [
  {
    links: [
      { to: paths.dashboard, label: 'Overview', icon: LayoutDashboard },
      { to: paths.myProfile, label: dashboard.myProfile, icon: UserRound },
    ],
  },
  {
    heading: 'Sell',
    links: [
      { to: paths.manageOrders, label: dashboard.manageOrders, icon: Truck },
      { to: paths.packing, label: 'Packing', icon: PackageCheck },
      { to: paths.manageReviews, label: 'Manage Reviews', icon: MessageSquareText },
      { to: paths.ceoLetters, label: wording.ceo.heading, icon: Mail },
    ],
  },
  {
    heading: 'Catalogue',
    links: [
      { to: paths.manageProducts, label: dashboard.manageProducts, icon: Boxes },
      { to: paths.addProduct, label: dashboard.addProduct, icon: PackagePlus },
      { to: paths.importProducts, label: 'Import Products', icon: FileUp },
    ],
  },
  {
    heading: 'Money',
    links: [
      { to: paths.refunds, label: 'Refunds', icon: Undo },
      { to: paths.disputes, label: 'Disputes', icon: Scale },
      { to: paths.accounts, label: 'Accounts', icon: Calculator },
    ],
  },
  {
    heading: 'Shop',
    links: [
      { to: paths.makeAdmin, label: dashboard.makeAdmin, icon: ShieldCheck },
      { to: paths.auditLog, label: 'Audit log', icon: History },
      { to: paths.settings, label: 'Settings', icon: SettingsIcon },
    ],
  },
];
