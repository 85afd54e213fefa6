/** The toasts of the hydrated application: top right, for 5 seconds, dragged away at 80 % of their width. */
import { ToastContainer } from 'react-toastify/unstyled';
import stylesheet from '#web/styles/toasts.css?url';

/** Their style sheet comes with the first hydrated page and stays, also on the public page that a toast is shown upon. */
export function Toasts({ isPublic }: { isPublic: boolean }) {
  return (
    <>
      {!isPublic && <link rel="stylesheet" href={stylesheet} precedence="toasts" />}
      <ToastContainer position="top-right" autoClose={5000} draggable draggablePercent={80} />
    </>
  );
}
