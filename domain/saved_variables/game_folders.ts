/** Folders of the games that the addon supports, inside the folder World of Warcraft. */
export const GAME_FOLDERS = [
  { game: 'Classic Era', folder: '_classic_era_' },
  { game: 'World of Warcraft: Forever', folder: '_forever_' },
  { game: 'Burning Crusade Classic (Anniversary)', folder: '_anniversary_' },
  { game: 'Mists of Pandaria Classic', folder: '_classic_' },
] as const;

/** Folder inside a game's folder in which the game stores addons' saved files. ACCOUNT is the name of an account. */
export const SAVED_FOLDER = 'WTF/Account/ACCOUNT/SavedVariables';
