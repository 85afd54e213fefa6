/** Pictures are decoded in a process of its own (`platform/system/isolation/`), and how much it may take. */
import type { makeImageFiles } from '#images/isolated/make-image-files.ts';
import type { IsolatedTask } from '#platform/system/isolation/isolation.ts';

/** The largest pictures take 380 MB and, on a core that is not busy, 9 s. */
export const makeImageFilesTask: IsolatedTask<typeof makeImageFiles> = {
  name: 'make-image-files',
  seconds: 30,
  megabytes: 600,
};
