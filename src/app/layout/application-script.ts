/** The small script in the head of hydrated pages. */
import { runFrame, showMessage } from '#app/layout/run-frame.ts';
import { startAfterPaint } from '#app/layout/start-application.ts';

// first in the body, where React leaves it alone
const place = (message: HTMLElement) => document.body.prepend(message);
runFrame(place);
startAfterPaint((sentence) => showMessage(sentence, place));
