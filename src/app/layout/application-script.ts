/** The small script in the head of hydrated pages. */
import { runFrame } from '#app/layout/run-frame.ts';
import { startAfterPaint } from '#app/layout/start-application.ts';

// first in the body, where React leaves it alone
runFrame((message) => document.body.prepend(message));
startAfterPaint();
