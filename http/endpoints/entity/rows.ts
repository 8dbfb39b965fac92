/** Maximum number of rows in a table on an entity's page. The table links to the others. */
export const ROWS_SHOWN = 25;
