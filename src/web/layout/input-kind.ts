/** Whether a person uses the keyboard: `html[data-keyboard]` shows where the program has moved the focus. */

const storageKey = 'compact.keyboard'; // of this tab, for the next document

export function rememberInput({ type }: Event): void {
  const isKeyboard = type === 'keydown';
  if (isKeyboard === document.documentElement.hasAttribute('data-keyboard')) return;
  try {
    sessionStorage.setItem(storageKey, isKeyboard ? 'yes' : '');
  } catch {} // storage is disabled
  document.documentElement.toggleAttribute('data-keyboard', isKeyboard);
}

/** Until a pointer is used in this tab, it may be a keyboard. */
export function showInput(): void {
  try {
    document.documentElement.toggleAttribute('data-keyboard', sessionStorage.getItem(storageKey) !== '');
  } catch {} // storage is disabled
}
