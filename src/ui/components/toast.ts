/** Raises toasts: what has happened, shown for 5 seconds (ui/layout/toasts.tsx). */
import type { ReactNode } from 'react';

export type Toast = { id: number; kind: 'success' | 'error' | 'info'; content: ReactNode };

/** As many as have room in a phone's window. */
const maxShown = 4;

const changes = new EventTarget();
let raised = 0;
let shown: readonly Toast[] = [];

export const toast = {
  success: (content: ReactNode) => raise('success', content),
  error: (content: ReactNode) => raise('error', content),
  info: (content: ReactNode) => raise('info', content),
};

export const readToasts = (): readonly Toast[] => shown;

export function removeToast({ id }: Toast): void {
  show(shown.filter((other) => other.id !== id));
}

/** Returns the cleanup. */
export function watchToasts(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

function raise(kind: Toast['kind'], content: ReactNode): void {
  raised += 1;
  show([...shown, { id: raised, kind, content }].slice(-maxShown));
}

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  changes.dispatchEvent(new Event('change'));
}
