export type { PictureFolder as IconReader } from './picture_folder.ts';
