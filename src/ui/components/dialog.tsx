/** A modal dialog, named by its heading, closed by Escape; the browser restores the focus. */
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
    const { current } = dialog;
    if (!isOpen) return current?.close();
    current?.showModal();
    // WebKit leaves the focus where it was
    if (!current?.contains(document.activeElement))
      current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={headingId}
      // the close event comes a frame later: by then the dialog may be open again
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
