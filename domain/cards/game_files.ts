import type { GameClass, GameItem, GameName, GameSet } from '../game_files/build.ts';
import type { Reached } from '../result.ts';

/** The rows of one build of the game's files that cards are made of. A row that the build lacks is null. */
export interface GameFiles {
  /** Such as `1.15.8.67156`. */
  readonly build: string;
  /** When it was read from the client; null where that is unrecorded. */
  readonly extractedAt: string | null;
  item(itemId: number): Promise<Reached<GameItem | null>>;
  itemClass(classId: number): Promise<Reached<GameClass | null>>;
  set(setId: number): Promise<Reached<GameSet | null>>;
  name(kind: GameName['kind'], id: number): Promise<Reached<string | null>>;
}
