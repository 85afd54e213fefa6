/** Finds images that shift the layout, load too early or have no placeholder. */
import type { Page } from 'playwright-core';

/** A sentence for each image without a size or placeholder color, or loaded eagerly below the window. */
export function findImageFaults(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images].flatMap((image) => {
      const isSized = image.hasAttribute('width') && image.hasAttribute('height');
      const isBelow = image.getBoundingClientRect().top >= innerHeight;
      // or an ancestor has the color
      const frames = [image, image.parentElement, image.parentElement?.parentElement];
      const hasGround = frames.some((each) => each && !/, 0\)$/.test(getComputedStyle(each).backgroundColor));
      return [
        ...(isSized ? [] : ['has no size']),
        ...(isBelow && image.loading !== 'lazy' ? ['is fetched before it is seen'] : []),
        ...(hasGround ? [] : ['has no ground']),
      ].map((what) => `${what}: ${image.outerHTML.slice(0, 140)}`);
    }),
  );
}
