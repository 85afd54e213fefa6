/** What is asked over the page: modal, named by its heading, closed by Escape; the focus goes back to where it was. */
import { type ReactNode, useEffect, useId, useRef } from 'react';

export function Dialog({
  isOpen,
  heading,
  onClose,
  children,
}: {
  isOpen: boolean;
  heading: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={headingId}
      // the browser says that it was closed a frame later only; by then it may have been opened again
      onCancel={({ target, currentTarget }) => target === currentTarget && onClose()}
      onClose={() => isOpen && !dialog.current?.open && onClose()}
    >
      <div className="modal-box">
        <h2 className="text-lg font-bold" id={headingId}>
          {heading}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
