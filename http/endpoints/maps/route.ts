import { readMapCells } from '../../../domain/reads/entities/map_cells.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createReader } from '../../pages/ask.ts';
import { drawMap, MAP_FOLDER } from '../../pages/maps/drawn_map.ts';
import { encodeUtf8 } from '../../pipeline/body.ts';
import { PICTURE_CACHING, readPicture } from '../../pipeline/picture_answer.ts';
import { PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';

const SVG_TYPE = 'image/svg+xml';

/** A map id, with or without a file extension. */
const PICTURE_NAME = /^([1-9]\d{0,9})(?:\.(?:png|webp|jpg))?$/;

/**
 * Serves the ground of maps by map id: the operator's picture, or else a drawing of the cells in which three players
 * were. With a file extension, only the operator's picture.
 */
export function createMapRoutes(context: Pick<Context, 'mapArt' | 'snapshots' | 'settings'>): readonly Route[] {
  const { mapArt } = context;
  const see = createReader(context);
  return [
    {
      path: `${MAP_FOLDER}:name`,
      method: 'GET',
      budget: 'tooltip',
      cacheHeaders: PUBLIC_HOUR,
      cachePolicy: { while: 'snapshot', by: 'path' },
      refusals: 'apiError',
      answer: async (call) => {
        const name = call.path.slice(MAP_FOLDER.length);
        const mapId = PICTURE_NAME.exec(name)?.[1];
        const art = mapArt === null || mapId === undefined ? null : await readPicture(mapArt, name);
        if (art !== null) {
          const fields = { 'Cache-Control': PICTURE_CACHING.cacheControl };
          // Drawings are cached in this process, and cached routes cannot answer with streams.
          return ok({ status: 200, mediaType: art.mediaType, body: art.bytes, fields, uncacheable: true });
        }
        if (mapId !== name) {
          return err({ kind: 'not-found', error: `There is no map picture of this name; it is ${quote(name)}.` });
        }
        const seen = await see((snapshot) => readMapCells(snapshot, Number(mapId)));
        return ok({ status: 200, mediaType: SVG_TYPE, body: encodeUtf8(drawMap(seen?.value ?? [])) });
      },
    },
  ];
}
