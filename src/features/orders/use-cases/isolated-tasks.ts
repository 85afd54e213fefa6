/** Packing papers are drawn in a process of its own (`platform/system/isolation/`), and how much it may take. */
import type { drawPackingSlips, drawPickList } from '#orders/papers/packing.ts';
import type { IsolatedTask } from '#platform/system/isolation/isolation.ts';

const drawing = { seconds: 60, megabytes: 600 };
export const drawPickListTask: IsolatedTask<typeof drawPickList> = { name: 'draw-pick-list', ...drawing };
export const drawPackingSlipsTask: IsolatedTask<typeof drawPackingSlips> = { name: 'draw-slips', ...drawing };
