import { readFate, type UploadFate } from '../../../domain/reads/upload.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { ok, type StorageResult } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { basePath } from '../../pages/layout.ts';
import { pageRoute } from '../../pages/page_route.ts';
import { NO_STORE, type Route } from '../../pipeline/route.ts';
import { fateMain, noUploadMain } from './page.ts';

const FOLDER = '/upload/';

/** The number of an upload, as a receipt gives it: Crockford's base 32. */
const NUMBER = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** What became of an upload (contract, section 2, What became of an upload): for whoever knows its number. */
export const uploadFateRoute = (context: Context): Route => {
  const { settings, uploads } = context;
  const base = basePath(settings.publicUrl);
  return pageRoute(context, {
    path: `${FOLDER}:uploadId`,
    keeping: null,
    caching: NO_STORE,
    content: async (call) => {
      const uploadId = call.path.slice(FOLDER.length).toUpperCase();
      const upload = NUMBER.test(uploadId) ? await uploads.find(uploadId) : ok(null);
      if (!upload.ok) return upload;
      if (upload.value === null)
        return ok({ status: 404, title: 'No such upload', hidden: true, main: noUploadMain(base) });
      const view = await context.reader.view();
      if (!view.ok) return view;
      const fate: StorageResult<UploadFate> =
        view.value === null
          ? ok({ taken: null, standing: null })
          : await readFate({ reader: context.reader, view: view.value }, upload.value);
      if (!fate.ok) return fate;
      return ok({
        title: 'What became of an upload',
        hidden: true,
        ...(view.value === null || fate.value.standing === null
          ? {}
          : { observed: { attribution: attributionOf(settings), dataAsOfMs: view.value.row.dataAsOfMs } }),
        main: fateMain(uploadId, upload.value, fate.value, base),
      });
    },
  });
};
