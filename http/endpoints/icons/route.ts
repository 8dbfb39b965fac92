import { quote } from '../../../domain/values/quoted.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { ICON_FOLDER } from '../../pages/picture.ts';
import { createPictureAnswer, PICTURE_CACHING, readPicture } from '../../pipeline/picture_answer.ts';
import type { Route } from '../../pipeline/route.ts';

/**
 * Serves the operator's icons. There is no route if no folder is configured. The file extension is optional, because
 * cards name icons without it.
 */
export function createIconRoutes({ icons, codec }: Pick<Context, 'icons' | 'codec'>): readonly Route[] {
  return icons === null
    ? []
    : [
        {
          path: `${ICON_FOLDER}:name`,
          method: 'GET',
          budget: null,
          cacheHeaders: PICTURE_CACHING,
          thread: 'answering',
          refusals: 'apiError',
          answer: async (call) => {
            const name = call.path.slice(ICON_FOLDER.length);
            const picture = await readPicture(icons, name);
            return picture === null
              ? err({ kind: 'not-found', error: `There is no icon picture of this name; it is ${quote(name)}.` })
              : ok(createPictureAnswer(picture, codec));
          },
        },
      ];
}
