/**
 * What fills what is empty: every answer that holds nothing says so in these sentences, so that whoever asks knows whether
 * to upload, to ask the operator, or to ask for something else.
 */

/** Nobody uploaded anything yet. */
export const NOTHING_UPLOADED =
  'Nothing has been uploaded here yet, so nothing is known; that is not zero. It fills as players upload what their addon saved.';

/** Players saw too little of it, or nobody did. */
export const BY_UPLOADS = 'It fills with players’ uploads: what three installs report is public.';

/** Three installs scanned too little. */
export const BY_SCANS = 'It fills as players upload auction scans.';

/** Catalogues come with uploads of characters. */
export const BY_CATALOGUES = 'It fills as players upload what their client lists.';

/** Somebody has to share it. */
export const BY_GRANT = 'It fills once its players upload such records under a grant.';

/** Census records say who plays. */
export const BY_CENSUS = 'It fills as players upload whom they met.';

/** The operator imported no build. */
export const NO_BUILD =
  'No build of the game has been imported here, so nothing of its files is known; the operator imports one with import-game-files.';

/** The operator imported no documents. */
export const NO_DOCUMENTS = 'The operator has imported no documents; import-knowledge does that.';

/** The operator imported documents, but none of this kind. */
export const NO_PROJECTS =
  'No project is listed: the operator lists them by importing documents of the kind project with import-knowledge.';
