/** Hints in empty answers. They say whether to upload something, to ask the operator, or to ask for something else. */

/** Nobody has uploaded anything yet. */
export const NOTHING_UPLOADED =
  'Nothing has been uploaded here yet, so nothing is known; that is not zero. It fills as players upload what their addon saved.';

/** Too few players have seen the requested subject. */
export const BY_UPLOADS = 'It fills with players’ uploads: what three installs report is public.';

/** Fewer than three installs have scanned the market. */
export const BY_SCANS = 'It fills as players upload auction scans.';

/** Catalogues are filled by uploads that describe a character. */
export const BY_CATALOGUES = 'It fills as players upload what their client lists.';

/** A player has to share the data under a grant. */
export const BY_GRANT = 'It fills once its players upload such records under a grant.';

/** The numbers come from census records, which count players. */
export const BY_CENSUS = 'It fills as players upload whom they met.';

/** The operator has imported no build. */
export const NO_BUILD =
  'No build of the game has been imported here, so nothing of its files is known; the operator imports one with import-game-files.';

/** The operator has imported no documents. */
export const NO_DOCUMENTS = 'The operator has imported no documents; import-knowledge does that.';

/** The operator has imported documents, but none of this kind. */
export const NO_PROJECTS =
  'No project is listed: the operator lists them by importing documents of the kind project with import-knowledge.';
