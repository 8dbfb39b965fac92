import * as v from 'valibot';
import { lengthRule, name, optional, strictObject, token } from './fields.ts';
import { DAY_PATTERN, INSTANT_LENGTH_MAX, INSTANT_PATTERN, isDay, isInstant } from './instants.ts';
import { LENGTHS } from './limits.ts';
import { toFault } from './refusal.ts';
import { rule } from './rules.ts';
import { holdsPlayerGuid, isClean, isVisible, isVisibleProse, PLAYER_GUID, PROSE_HIDDEN_RANGES } from './text.ts';

/** Limits for files read by `import-knowledge`. */
export const DOCUMENT_LINE_BYTES_MAX = 1_000_000;
export const DOCUMENTS_MAX = 1_000_000;

const URL_CHARS_MAX = 2_000;
const TEXT_CHARS_MAX = LENGTHS.documentText.max;

const guidRule = rule<string>('player-guid', (text) => !holdsPlayerGuid(text), 'text that holds no player GUID', {
  not: { pattern: PLAYER_GUID },
});

const URL_NEED = `an absolute address of at most ${URL_CHARS_MAX} characters that begins with http:// or https://`;

function isWebAddress(text: string): boolean {
  return (
    text.length <= URL_CHARS_MAX &&
    /^https?:\/\/[^\s]+$/.test(text) &&
    isClean(text) &&
    isVisible(text) &&
    URL.canParse(text)
  );
}

function addressField(description: string) {
  return v.pipe(
    v.string(URL_NEED),
    guidRule,
    rule('wrong-form', isWebAddress, URL_NEED, {
      format: 'uri',
      pattern: '^https?://[^\\s]+$',
      maxLength: URL_CHARS_MAX,
    }),
    v.description(description),
  );
}

const DATE_NEED = 'a day such as 2026-01-31 or a date-time such as 2026-01-31T18:30:00Z, which must exist';

function dayOrInstantField(description: string) {
  return v.pipe(
    v.string(DATE_NEED),
    rule<string>('bad-date', (text) => isDay(text) || isInstant(text), DATE_NEED, {
      pattern: `${DAY_PATTERN}|${INSTANT_PATTERN}`,
      maxLength: INSTANT_LENGTH_MAX,
    }),
    v.description(description),
  );
}

const PROSE_NEED = `text of 1 to ${TEXT_CHARS_MAX} characters`;
const CLEAN_PROSE_NEED = 'text without unpaired surrogates and control characters other than tabs and line ends';
const VISIBLE_PROSE_NEED = 'text without bidi controls, tag characters and other invisible marks';

/**
 * Multi-line text. It may contain joiners, soft hyphens and variation selectors, which some scripts and emoji need, but
 * no characters that models can read and people cannot see.
 */
function proseField(description: string) {
  return v.pipe(
    v.string(PROSE_NEED),
    guidRule,
    rule<string>('bad-text', (text) => isClean(text.replace(/[\t\n\r]/g, ' ')), CLEAN_PROSE_NEED, {
      pattern: `^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ud800-\\udfff${PROSE_HIDDEN_RANGES}]*$`,
    }),
    rule('bad-text', isVisibleProse, VISIBLE_PROSE_NEED),
    lengthRule(1, TEXT_CHARS_MAX, PROSE_NEED),
    v.description(description),
  );
}

/** A knowledge-base document, given as one line of a file for `import-knowledge` (contract, section 6). */
export const knowledgeDocument = strictObject(
  `A document that an operator imports into the knowledge base. A file holds one a line (NDJSON, UTF-8), each line at most ${DOCUMENT_LINE_BYTES_MAX} bytes, and at most ${DOCUMENTS_MAX} documents.`,
  {
    id: token(
      'Names the document; one imported again under the same id replaces it. Answers show it behind "doc:".',
      1,
      120,
      '^[A-Za-z0-9:_.-]+$',
      'letters, digits, ":", "_", "." and "-"',
    ),
    kind: token(
      'Its kind, such as guide. The tool ecosystem_projects lists documents of kind project.',
      1,
      40,
      '^[a-z0-9]+(?:[_-][a-z0-9]+)*$',
      'lower-case letters and digits, parted by "-" or "_"',
    ),
    name: name('Its name.', 1, 200),
    text: proseField('Its text, without bidi controls, tag characters and other invisible marks.'),
    url: addressField('Its web address.'),
    source: name('Its source, such as a site or a person.', 1, 200),
    licence: name('The licence under which it may be shown.', 1, 100),
    date: dayOrInstantField('When it was written or read.'),
    version: optional(name('The version of the game that it describes.', 1, 40)),
    extId: optional(name('Its id at the source.', 1, 80)),
  },
);

export type KnowledgeDocument = v.InferOutput<typeof knowledgeDocument>;

/** A document, or a sentence that says why the line is invalid. */
type ParsedDocument =
  | { readonly ok: true; readonly value: KnowledgeDocument }
  | { readonly ok: false; readonly error: string };

/** Parses one line of a document file. */
export function parseKnowledgeDocument(line: string): ParsedDocument {
  let sent: unknown;
  try {
    sent = JSON.parse(line);
  } catch {
    return { ok: false, error: 'the line must be one JSON object, but it is not JSON.' };
  }
  const parsed = v.safeParse(knowledgeDocument, sent, { abortEarly: true });
  return parsed.success
    ? { ok: true, value: parsed.output }
    : { ok: false, error: toFault(parsed.issues[0], 'the line').reason };
}
