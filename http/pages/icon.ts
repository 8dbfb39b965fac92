/** Path of the folder with the operator's item icons. */
export const ICON_FOLDER = '/icons/';
