/** The addresses of builds, and of lists that are for a build. `parts`: as addresses name the parts of a build. */
import { newBuild } from '#domain/fit/build-entries.ts';
import * as paths from '#domain/paths.ts';

export function makeBuildPath(parts: string): string {
  return parts === '' ? paths.build : `${paths.build}?parts=${parts}`;
}

/** The parts of the category that fit the build; without parts, to begin one. */
export function makeFittingListPath(category: string, parts: string): string {
  return `${paths.category(category)}?fits=${parts || newBuild}`;
}
