/**
 * How corpus rows are stored: finished JSON rows of one kind, joined by commas, this many a block. A block is written
 * again until it is full, then never.
 */
export const ROWS_PER_BLOCK = 500;
