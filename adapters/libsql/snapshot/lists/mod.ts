import { gatheringList, rateList, sourceList, zeroList } from './drops.ts';
import { edgeList } from './edges.ts';
import type { PublicList } from './list.ts';

/** All lists of public rows, in the order in which a snapshot writes them. */
export const PUBLIC_LISTS: readonly PublicList[] = [sourceList, zeroList, rateList, gatheringList, edgeList];
