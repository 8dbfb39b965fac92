import { readFate, type UploadFate } from '../../../domain/reads/upload.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { RETRY_AFTER_S } from '../../intake/receive_body.ts';
import { basePath } from '../../pages/layout.ts';
import { observedIn } from '../../pages/observed.ts';
import { pageRoute } from '../../pages/page_route.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { NO_STORE, type Route } from '../../pipeline/route.ts';
import { fateMain, noUploadMain } from './page.ts';

const FOLDER = '/upload/';

/** An upload's id, as in a receipt, in Crockford's base 32. */
const NUMBER = /^[0-9A-HJKMNP-TV-Z]{26}$/;

const BUSY: Refusal = {
  kind: 'busy',
  error: 'Too many uploads are being looked up right now; open this page again later.',
  retryAfterS: RETRY_AFTER_S,
};

/** Serves the status of an upload, given its id (contract, section 2, What became of an upload). */
export function uploadFateRoute(context: Context): Route {
  const { settings, uploads } = context;
  const base = basePath(settings.publicUrl);
  return pageRoute(context, {
    path: `${FOLDER}:uploadId`,
    // This costs as much as a tool call. The intake budget must not be used, because other sites could exhaust it with
    // <img> tags.
    budget: 'tools',
    cachePolicy: null,
    cacheHeaders: NO_STORE,
    primaryOnly: { bodyBytesMax: 0 },
    content: async (call) => {
      const uploadId = call.path.slice(FOLDER.length).toUpperCase();
      const upload = NUMBER.test(uploadId) ? await uploads.find(uploadId) : ok(null);
      if (!upload.ok) return err(BUSY);
      if (upload.value === null)
        return ok({ status: 404, title: 'No such upload', hidden: true, main: noUploadMain(base) });
      const snapshot = await context.snapshots.newest();
      const fate: UploadFate =
        snapshot === null ? { taken: null, status: null } : await readFate(snapshot, upload.value);
      return ok({
        title: 'Status of an upload',
        hidden: true,
        ...(snapshot === null || fate.status === null ? {} : { observed: observedIn(snapshot.view, settings) }),
        main: fateMain(uploadId, upload.value, fate, settings, base),
      });
    },
  });
}
