import type { SnapshotView } from '../../ports/snapshot_view.ts';
import { FIRST_SNAPSHOT_TEXT } from '../../reads/list.ts';

/** Hints in empty answers. They say whether to upload something, to ask the operator, or to ask for something else. */

const NOTHING_UPLOADED_HINT =
  'Nothing has been uploaded here yet, so nothing is known, which does not mean zero. Yours could be the first upload.';

/** Returns why nothing is known, or null if something was uploaded. `view` is null before the first snapshot. */
export function explainEmptiness(view: SnapshotView | null): string | null {
  if (view === null) return FIRST_SNAPSHOT_TEXT;
  return view.row.dataAsOfMs === null ? NOTHING_UPLOADED_HINT : null;
}

/** Too few players have seen the requested subject. */
export const REPORTS_HINT = 'It takes reports from three players. Yours could be the first.';

/** Fewer than three players have scanned the market. */
export const SCANS_HINT = 'It takes auction scans by three players. Yours could be the first.';

/** A player has to share the data under a grant. */
export const GRANT_HINT = 'Players can share such records under a grant.';

/** The operator has imported no build. */
export const NO_BUILD_HINT =
  'No build of the game has been imported here. The operator can import one with import-game-files.';

/** The operator has imported no documents. */
export const NO_DOCUMENTS_HINT = 'No documents have been imported. The operator can import some with import-knowledge.';

/** The operator has imported documents, but none of this kind. */
export const NO_PROJECTS_HINT =
  'No projects are listed. The operator can list them by importing documents of the kind project with import-knowledge.';
