import type { Codec } from '../../domain/ports/codec.ts';
import type { Picture, PictureFolder } from '../../domain/ports/picture_folder.ts';
import { createPackedBody } from './body.ts';
import type { Answer, CacheHeaders } from './route.ts';

/** The operator's pictures rarely change, and it is acceptable if a change takes a day to arrive. */
export const PICTURE_CACHING: CacheHeaders = {
  cacheControl: 'public, max-age=86400, immutable',
  vary: 'Accept-Encoding',
  etag: true,
};

/** Reads a picture by its file name, with or without the file extension, or returns null if there is none. */
export async function readPicture(folder: PictureFolder, name: string): Promise<Picture | null> {
  return folder.read(name.includes('.') ? name : ((await folder.find(name)) ?? name));
}

/** Returns the answer with a picture, which is sent as it is stored. */
export function createPictureAnswer({ mediaType, bytes }: Picture, codec: Codec): Answer {
  return { status: 200, mediaType, body: createPackedBody(bytes, codec.fingerprint(bytes)) };
}
