/** Path of the operator's icon pictures. */
export const ICON_FOLDER = '/icons/';
