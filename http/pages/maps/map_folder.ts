export const MAP_FOLDER = '/maps/';
