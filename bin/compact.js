#!/usr/bin/env node
/** Behind every npm script: refuses a Node that is too old, before anything is installed, and runs the launcher. */
import { findNodeRefusal } from './launcher/node-version.js';

const refusal = findNodeRefusal();
if (refusal) {
  console.error(refusal);
  process.exitCode = 1;
} else {
  import('./launcher/commands.js');
}
