import type { GameDataNotice } from '../../../schema/responses/gameDataNotice.ts';

/** What stands for the build where none was imported (contract, section 4). */
export const NO_BUILD = 'unrecorded';

/** The notice on rows of the game's files; null: no build was imported (contract, section 4, Game data notice). */
export function noticeOf(game: { readonly build: string; readonly extractedAt: string | null } | null): GameDataNotice {
  return {
    label: 'found in game files, unconfirmed',
    build: game?.build ?? NO_BUILD,
    extractedAt: game?.extractedAt ?? null,
    credit: 'These data were read from the game’s files and belong to the game’s publisher.',
  };
}
