import { toSubject } from '../../../domain/families/lookups/change_subjects.ts';
import { readUploadFate, type UploadFate } from '../../../domain/reads/upload.ts';
import { describeLines } from '../../../domain/tools/changes/change_reader.ts';
import { describeTasks } from '../../../domain/tools/coverage/tasks.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import type { Context } from '../../context.ts';
import { RETRY_AFTER_S } from '../../intake/receive_body.ts';
import { createReader } from '../../pages/ask.ts';
import { toBasePath } from '../../pages/layout.ts';
import { createSnapshotFooter } from '../../pages/observed.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { assetRoute } from '../../pipeline/asset_route.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { NO_STORE, type Route } from '../../pipeline/route.ts';
import { renderFate, renderNoUpload, SUBJECTS_SHOWN_MAX } from './page.ts';

const UPLOAD_FOLDER = '/upload/';
const CONTRIBUTION_SCRIPT = '/assets/contribution.js';

/** An upload's id, as in a receipt, in Crockford's base 32. */
const UPLOAD_NUMBER = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const SESSION_NAME = new RegExp(`^[A-Za-z0-9_-]{${LENGTHS.session.max}}$`);

const TOO_MANY_LOOKUPS: Refusal = {
  kind: 'busy',
  error: 'Too many uploads are being looked up right now; open this page again later.',
  retryAfterS: RETRY_AFTER_S,
};

/**
 * Serves what became of an upload, given its id, or of the uploads of a file, given their session (contract, section 2,
 * What became of an upload), and the script of that page.
 */
export function createUploadFateRoutes(context: Context): readonly Route[] {
  const { settings, uploads } = context;
  const see = createReader(context);
  const base = toBasePath(settings.publicUrl);
  return [
    createPageRoute(context, {
      path: `${UPLOAD_FOLDER}:uploadId`,
      // This costs as much as a tool call. The intake budget must not be used, because other sites could exhaust it
      // with <img> tags.
      budget: 'tools',
      cachePolicy: null,
      thread: 'intake',
      cacheHeaders: NO_STORE,
      primaryOnly: { bodyBytesMax: 0 },
      content: async (call) => {
        const name = parseUploadName(call.path.slice(UPLOAD_FOLDER.length));
        const found = name === null ? ok(null) : await uploads.find(name);
        if (!found.ok) return err(TOO_MANY_LOOKUPS);
        const upload = found.value;
        if (name === null || upload === null)
          return ok({ status: 404, title: 'No such upload', hidden: true, main: renderNoUpload(base) });
        const seen = await see(async (snapshot) => {
          const fate = await readUploadFate(snapshot, upload);
          const lines = fate.confirmed.slice(0, SUBJECTS_SHOWN_MAX).flatMap((line) => {
            const about = toSubject(line);
            return about === null ? [] : [{ line, about }];
          });
          const waiting = fate.status?.one.subjects ?? [];
          const subjects = waiting.map(({ kind, id }) => ({ kind, id, missing: 1, zone: null }) as const);
          const [confirmed, tasks] = [await describeLines(snapshot, lines), await describeTasks(snapshot, subjects)];
          return { fate, confirmed, tasks };
        });
        const { fate, confirmed, tasks } = seen?.value ?? { fate: EMPTY_FATE, confirmed: [], tasks: [] };
        const view = seen?.view ?? null;
        const main = renderFate({ upload, fate, confirmed, tasks, rules: settings, game: settings.game, base, view });
        return ok({
          title: 'Your contribution',
          hidden: true,
          scripts: [CONTRIBUTION_SCRIPT],
          ...(view === null || fate.status === null ? {} : createSnapshotFooter(view, settings, main)),
          main,
        });
      },
    }),
    assetRoute(CONTRIBUTION_SCRIPT, () => context.bundles.read('contribution')),
  ];
}

const EMPTY_FATE: UploadFate = { taken: null, confirmed: [], status: null };

/** Returns the id of an upload in capitals, or a session as it is, or null for anything else. */
function parseUploadName(text: string): string | null {
  if (SESSION_NAME.test(text)) return text;
  return UPLOAD_NUMBER.test(text.toUpperCase()) ? text.toUpperCase() : null;
}
