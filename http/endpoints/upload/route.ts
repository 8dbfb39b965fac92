import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { pageRoute, UNTIL_RESTART } from '../../pages/page_route.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';
import { UPLOAD_PATH, UPLOAD_SCRIPT, uploadMain } from './page.ts';

/** Serves the page that reads and sends a player's file, and the page's script. */
export function uploadRoutes(context: Context): readonly Route[] {
  return [
    pageRoute(context, {
      path: UPLOAD_PATH,
      budget: null,
      keeping: UNTIL_RESTART,
      content: async () =>
        ok({
          title: 'Upload',
          description: 'Send the file that your addon saved: your browser reads and shows it before anything is sent.',
          path: UPLOAD_PATH,
          scripts: [UPLOAD_SCRIPT],
          main: uploadMain(context.settings),
        }),
    }),
    {
      path: UPLOAD_SCRIPT,
      method: 'GET',
      budget: null,
      cors: false,
      refusals: 'page',
      caching: PUBLIC_CHECKED,
      keeping: UNTIL_RESTART,
      answer: async () => {
        const { mediaType, bytes } = await context.bundles.read('upload');
        return ok({ status: 200, mediaType, body: bytes });
      },
    },
  ];
}
