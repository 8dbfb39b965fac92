import type { SharingCategory } from '../../../schema/vocabulary.ts';
import type { RefusalReason } from './engine.ts';

/**
 * Note about the records of a file that were held back before sending. The website does not know about them: the note
 * stays in the browser's storage, where the result page (http/browser/contribution) reads it.
 */
export interface SessionNote {
  readonly session: string;
  /** Recognises the file if it is chosen again, even after the page was reloaded. */
  readonly file: string;
  /** Whether the website stored an upload of the session, so that it has a result page. */
  readonly isStored: boolean;
  /** Number of records in each category that the player did not choose. */
  readonly leftOut: Readonly<Partial<Record<SharingCategory, number>>>;
  /** Number of records that would have been refused and were not sent. */
  readonly refused: number;
  /** The most frequent reasons for that. */
  readonly reasons: readonly Pick<RefusalReason, 'kind' | 'reason' | 'count'>[];
}

const STORAGE_KEY = 'third-witness-uploads';

/** Older sessions are forgotten. */
const NOTES_MAX = 20;

/** The storage of a browser, or null if it is switched off. */
export type NoteStorage = Pick<Storage, 'getItem' | 'setItem'> | null;

/** Returns the browser's storage. Reading the property throws if the visitor has blocked it. */
export function openBrowserStorage(): NoteStorage {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Returns the stored notes, newest first. Content that this release cannot read counts as none. */
export function readNotes(storage: NoteStorage): readonly SessionNote[] {
  try {
    const notes: unknown = JSON.parse(storage?.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(notes) ? notes.filter(isSessionNote) : [];
  } catch {
    return [];
  }
}

/** Stores the note of a session in place of its earlier one. Does nothing if the storage is full or switched off. */
export function writeNote(storage: NoteStorage, note: SessionNote): void {
  const others = readNotes(storage).filter(({ session }) => session !== note.session);
  try {
    storage?.setItem(STORAGE_KEY, JSON.stringify([note, ...others].slice(0, NOTES_MAX)));
  } catch {
    // The result page then shows only what the website knows.
  }
}

function isSessionNote(value: unknown): value is SessionNote {
  const { session, file, isStored, leftOut, refused, reasons } = (value ?? {}) as Partial<SessionNote>;
  return (
    typeof session === 'string' &&
    typeof file === 'string' &&
    typeof isStored === 'boolean' &&
    typeof leftOut === 'object' &&
    leftOut !== null &&
    Number.isSafeInteger(refused) &&
    Array.isArray(reasons)
  );
}
