/** Where the operator's icon pictures stand. */
export const ICON_FOLDER = '/icons/';
