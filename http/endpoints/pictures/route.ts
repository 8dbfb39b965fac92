import { TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { PICTURE_PATH, PREVIEW_PICTURES, type PreviewName, toPreviewPath } from '../../pages/picture.ts';
import { assetRoute } from '../../pipeline/asset_route.ts';
import { PNG_TYPE } from '../../pipeline/body.ts';
import { PICTURE_CACHING } from '../../pipeline/picture_answer.ts';
import type { Route } from '../../pipeline/route.ts';

/**
 * Serves the pictures of link previews: one for each kind of page, and one for the instance. Until release 0.6.0, every
 * entity had a picture of its own. Links that were shared then still name its path, which has the picture of the kind.
 */
export function createPictureRoutes({ readProgramFile }: Context): readonly Route[] {
  const route = (path: string, name: PreviewName) =>
    assetRoute(
      path,
      async () => ({ mediaType: PNG_TYPE, bytes: readProgramFile(`http/pictures/${name}.png`) }),
      PICTURE_CACHING,
    );
  return [
    ...Object.keys(PREVIEW_PICTURES).map((name) => route(toPreviewPath(name as PreviewName), name as PreviewName)),
    // A response cached per path would be cached once per entity.
    ...TOOLTIP_TYPES.map(
      (type): Route => ({ ...route(`/${type}/:id${PICTURE_PATH}`, type), cachePolicy: null, thread: 'answering' }),
    ),
  ];
}
