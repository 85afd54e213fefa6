/** What is wrong with how a page shows its pictures: none may make it jump, wait for those that are not seen, or leave a hole. */
import type { Page } from 'playwright-core';

/** Each picture without a size, without a ground, or fetched at once although it lies below the window, as a sentence. */
export function findCarelessPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images].flatMap((image) => {
      const isSized = image.hasAttribute('width') && image.hasAttribute('height');
      const isBelow = image.getBoundingClientRect().top >= innerHeight;
      // transparent where a frame around it has the ground
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
