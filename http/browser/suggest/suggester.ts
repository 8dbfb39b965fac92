import type { SuggestResponse } from '../../../schema/responses/suggestResponse.ts';

export type Suggestion = SuggestResponse['rows'][number];

/** Parts of a suggester that depend on the page. */
export interface SuggesterParts {
  /** Fetches the suggestions for a text. Rejects if they cannot be fetched or if `signal` is aborted. */
  readonly read: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
  /** Shows suggestions, or null if there is nothing to say: the text is empty or too long, or the request failed. */
  readonly show: (rows: readonly Suggestion[] | null) => void;
}

/** Maximum length of a text, in characters (schema/limits.ts, LENGTHS.suggest). */
const TEXT_CHARS_MAX = 60;

/** Delay after a keystroke, in milliseconds, so that a word typed quickly needs few requests. */
const TYPING_DELAY_MS = 80;

const CACHED_ANSWERS_MAX = 200;

/**
 * Fetches suggestions while a reader types. A new text aborts the request for the previous one, and its answer is
 * ignored even if it arrives. Answers are remembered as long as the page is open.
 */
export function createSuggester({ read, show }: SuggesterParts) {
  const remembered = new Map<string, readonly Suggestion[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | undefined;

  const stop = (): void => {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    request?.abort();
    request = undefined;
  };

  const fetchRows = async (text: string): Promise<void> => {
    const own = new AbortController();
    request = own;
    const rows = await read(text, own.signal).catch(() => null);
    if (rows !== null) {
      if (remembered.size >= CACHED_ANSWERS_MAX) remembered.clear();
      remembered.set(text, rows);
    }
    if (request === own) show(rows);
  };

  return {
    /** Shows the suggestions for a text, as soon as they are known. */
    ask: (input: string): void => {
      stop();
      const text = input.trim().replace(/\s+/g, ' ').toLowerCase();
      const known = remembered.get(text);
      if (text === '' || [...text].length > TEXT_CHARS_MAX) show(null);
      else if (known !== undefined) show(known);
      else {
        timer = setTimeout(() => {
          timer = undefined;
          void fetchRows(text);
        }, TYPING_DELAY_MS);
      }
    },
    /** Drops the current request. Nothing is shown until the next `ask`. */
    stop,
  };
}
