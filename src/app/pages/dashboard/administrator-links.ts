/** The dashboard's links for administrators; a separate file, because only they load its icons. */
import Boxes from 'lucide:boxes';
import Calculator from 'lucide:calculator';
import FileUp from 'lucide:file-up';
import LayoutDashboard from 'lucide:layout-dashboard';
import Mail from 'lucide:mail';
import MessageSquareText from 'lucide:message-square-text';
import PackageCheck from 'lucide:package-check';
import PackagePlus from 'lucide:package-plus';
import History from 'lucide:rotate-ccw-clock';
import Scale from 'lucide:scale';
import SettingsIcon from 'lucide:settings';
import ShieldCheck from 'lucide:shield-check';
import Truck from 'lucide:truck';
import Undo from 'lucide:undo-2';
import UserRound from 'lucide:user-round';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import type { Drawing } from '#ui/components/icons.tsx';

const { dashboard } = wording;

export type DashboardLink = { to: string; label: string; icon: Drawing };
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
