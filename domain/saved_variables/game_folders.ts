/**
 * Folders of the games that the addon supports, inside the folder World of Warcraft. The folder of Forever after its
 * launch is not known yet; this one is the beta's.
 */
export const GAME_FOLDERS = [
  { game: 'Classic Era', folder: '_classic_era_' },
  { game: 'the beta of World of Warcraft: Forever', folder: '_classic_beta_' },
] as const;

/** Folder inside a game's folder in which the game stores addons' saved files. ACCOUNT is the name of an account. */
export const SAVED_FOLDER = 'WTF/Account/ACCOUNT/SavedVariables';
