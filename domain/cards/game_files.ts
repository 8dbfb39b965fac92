import type { GameClass, GameItem, GameName, GameSet } from '../ports/build.ts';

/** The rows of one build of the game's files that cards are made of. A row that the build lacks is null. */
export interface GameFiles {
  /** Such as `1.15.8.67156`. */
  readonly build: string;
  /** When it was read from the client; null where that is unrecorded. */
  readonly extractedAt: string | null;
  item(itemId: number): Promise<GameItem | null>;
  itemClass(classId: number): Promise<GameClass | null>;
  set(setId: number): Promise<GameSet | null>;
  name(kind: GameName['kind'], id: number): Promise<string | null>;
}
