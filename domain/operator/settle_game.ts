import { GAMES, type Game } from '../../schema/vocabulary.ts';
import type { ClientUploads, UploadReader } from '../ports/uploads.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { belongsToGame, findPossibleGames } from '../values/game.ts';

/**
 * Returns the game of a folder whose operator set none: the game that most installs name, if three do, otherwise the
 * game of the imported build (null if none was imported), or null if the game is not settled yet. If two games have as many
 * installs, the one that was named first wins. Era and Season of Discovery have the same builds: an install that sends
 * no season counts for Season of Discovery if more installs name that by their season than Era, otherwise for Era.
 */
export async function determineGame(
  uploads: Pick<UploadReader, 'clients' | 'countInstalls'>,
  importedBuild: string | null,
): Promise<Game | null> {
  const clients = await uploads.clients();
  const vote = async (game: Game, own: readonly ClientUploads[]) => ({
    game,
    installs: own.length === 0 ? 0 : await uploads.countInstalls(own.map(({ client }) => client)),
    firstN: Math.min(...own.map(({ firstN }) => firstN)),
  });
  const naming = (game: Game) => clients.filter(({ client }) => findPossibleGames(client)?.join() === game);
  const votes = await Promise.all(GAMES.map((game) => vote(game, naming(game))));
  const installsOf = (game: Game): number => votes.find((one) => one.game === game)!.installs;
  const usual = installsOf('sod') > installsOf('era') ? 'sod' : 'era';
  const either = clients.filter(({ client }) => (findPossibleGames(client)?.length ?? 0) > 1);
  votes[GAMES.indexOf(usual)] = await vote(usual, [...naming(usual), ...either]);
  const [first] = votes.sort((a, b) => b.installs - a.installs || a.firstN - b.firstN);
  if (isCorroborated(first!.installs)) return first!.game;
  const imported = importedBuild === null ? null : findPossibleGames({ clientBuild: importedBuild });
  return imported?.find((game) => imported.length === 1 || game === usual) ?? null;
}

/** Counts the stored uploads that count for nothing, because they are of another game. */
export async function countOtherGames(uploads: Pick<UploadReader, 'clients'>, game: Game | null): Promise<number> {
  const others = (await uploads.clients()).filter(({ client }) => !belongsToGame(client, game));
  return others.reduce((sum, one) => sum + one.uploads, 0);
}
