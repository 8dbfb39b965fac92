export const ICON_FOLDER = '/icons/';
