import type { GameDataNotice } from '../../../schema/responses/gameDataNotice.ts';

/** Build name to use if no build was imported (contract, section 4). */
export const UNRECORDED_BUILD = 'unrecorded';

/**
 * Returns the notice about game-file data (contract, section 4, Game data notice). `game` is null without an import.
 */
export function buildGameDataNotice(
  game: { readonly build: string; readonly extractedAt: string | null } | null,
): GameDataNotice {
  return {
    label: 'found in game files, unconfirmed',
    build: game?.build ?? UNRECORDED_BUILD,
    extractedAt: game?.extractedAt ?? null,
    credit: 'These data were read from the game’s files and belong to the game’s publisher.',
  };
}
