import type { GameClass, GameItem, GameName, GameSet } from '../ports/build.ts';
import type { StorageResult } from '../values/result.ts';

/** The rows of one build of the game's files that cards are made of. A row that the build lacks is null. */
export interface GameFiles {
  /** Such as `1.15.8.67156`. */
  readonly build: string;
  /** When it was read from the client; null where that is unrecorded. */
  readonly extractedAt: string | null;
  item(itemId: number): Promise<StorageResult<GameItem | null>>;
  itemClass(classId: number): Promise<StorageResult<GameClass | null>>;
  set(setId: number): Promise<StorageResult<GameSet | null>>;
  name(kind: GameName['kind'], id: number): Promise<StorageResult<string | null>>;
}
