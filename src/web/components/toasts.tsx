/** The toasts of the hydrated application: top right, for 5 seconds, dragged away at 80 % of their width. */
import { ToastContainer } from 'react-toastify/unstyled';

export function Toasts() {
  return <ToastContainer position="top-right" autoClose={5000} draggable draggablePercent={80} />;
}
