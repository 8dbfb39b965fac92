import type { IntakeRefusal } from '../../ports/uploader.ts';

/** File ending of the outbox, a file next to the saved-variables file that records which pieces were sent. */
export const OUTBOX_SUFFIX = '.third-witness-outbox';

export interface SendResult {
  readonly uploadId: string;
  readonly stored: number;
  readonly repeated: number;
  readonly refused: readonly IntakeRefusal[];
}

/** The receipts of one instance for one file. */
export interface SavedOutbox {
  /** The confirmed pieces, keyed by content digest. */
  readonly pieces: ReadonlyMap<string, SendResult>;
  /**
   * The session of a run that stored something and did not reach the end of the file, so that the next run continues
   * it. Null after a complete run.
   */
  readonly session: string | null;
}

/** Outboxes keyed by the instance's URL, since a file may be sent to several instances. */
export type Outboxes = ReadonlyMap<string, SavedOutbox>;

const OUTBOX_FORMAT = 1;

export function writeOutboxes(boxes: Outboxes): string {
  return `${JSON.stringify({
    format: OUTBOX_FORMAT,
    instances: Object.fromEntries([...boxes].map(([url, { pieces }]) => [url, Object.fromEntries(pieces)])),
    sessions: Object.fromEntries(
      [...boxes].flatMap(([url, { session }]) => (session === null ? [] : [[url, session]])),
    ),
  })}\n`;
}

/** Parses outboxes. Returns null if this release cannot read them, in which case all pieces are sent again. */
export function readOutboxes(text: string): Outboxes | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value) || value['format'] !== OUTBOX_FORMAT || !isObject(value['instances'])) return null;
  const sessions = isObject(value['sessions']) ? value['sessions'] : {};
  const boxes = new Map<string, SavedOutbox>();
  for (const [url, box] of Object.entries(value['instances'])) {
    if (!isObject(box)) return null;
    const entries = Object.entries(box);
    if (!entries.every((entry): entry is [string, SendResult] => isSendResult(entry[1]))) return null;
    boxes.set(url, { pieces: new Map(entries), session: readSession(sessions[url]) });
  }
  return boxes;
}

/** Returns null for anything but a session, which outboxes of earlier releases lack. */
function readSession(value: unknown): string | null {
  return typeof value === 'string' && /^[\w-]{22}$/.test(value) ? value : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSendResult(value: unknown): value is SendResult {
  return (
    isObject(value) &&
    typeof value['uploadId'] === 'string' &&
    isRecordCount(value['stored']) &&
    isRecordCount(value['repeated']) &&
    Array.isArray(value['refused']) &&
    value['refused'].every(isRefusal)
  );
}

function isRecordCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRefusal(value: unknown): boolean {
  return (
    isObject(value) &&
    isRecordCount(value['index']) &&
    [value['code'], value['pointer'], value['reason']].every((text) => typeof text === 'string')
  );
}
