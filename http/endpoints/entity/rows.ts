/** Rows of one table that a page shows; the table says where the others stand. */
export const ROWS_SHOWN = 25;
