import { gathering, rates, sources, zeros } from './drops.ts';
import { edges } from './edges.ts';
import type { PublicList } from './list.ts';

/** All lists of public rows, in the order in which a snapshot writes them. */
export const LISTS: readonly PublicList[] = [sources, zeros, rates, gathering, edges];
