import type { ExportReader, OpenExport } from '../../../domain/ports/exports.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { Context } from '../../context.ts';
import { encodeJson, JSON_TYPE, type StreamBody } from '../../pipeline/body.ts';
import { type CodingChoice, chooseCoding } from '../../pipeline/coding.ts';
import type { HeaderFields } from '../../pipeline/headers.ts';
import { createLicenceFields } from '../../pipeline/headers.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { type Answer, type Call, PUBLIC_REVALIDATED, type Route } from '../../pipeline/route.ts';
import { buildCroissant, buildPackage, findMediaType } from './descriptions.ts';
import { createExportPageRoute, readExportIndex } from './page.ts';

/** Dependencies of the export routes. */
export type ExportContext = Pick<Context, 'settings' | 'styleSheet' | 'snapshots' | 'icons'> & {
  readonly exports: ExportReader;
};

const EXPORT_FOLDER = '/export/';
const INDEX_PATH = `${EXPORT_FOLDER}index.json`;
/** Descriptions of the files, for data tools. */
const DESCRIPTIONS = [
  { name: 'datapackage.json', mediaType: JSON_TYPE, describe: buildPackage },
  { name: 'croissant.json', mediaType: 'application/ld+json', describe: buildCroissant },
];
/** Paths of files below the folder. */
const FILE_PATTERNS = [':name', 'addons/:name', 'lists/:name'];

export const DOWNLOAD_BOUNDS: DownloadBounds = {
  filesMax: LIMITS.exportFilesMax.value,
  filesPerClientMax: LIMITS.exportFilesPerClientMax.value,
  waitMs: 2_000,
};

const TOO_MANY_DOWNLOADS: Refusal = {
  kind: 'busy',
  error: `At most ${DOWNLOAD_BOUNDS.filesMax} files of the export are sent at a time, ${DOWNLOAD_BOUNDS.filesPerClientMax} of them to one client, and no slot became free; try again later.`,
  retryAfterS: 30,
};

/** Serves all public data as files (contract, section 4, Bulk). */
export function createExportRoutes(context: ExportContext): readonly Route[] {
  const { exports, settings } = context;
  const downloads = createDownloads(DOWNLOAD_BOUNDS);
  const attribution = createAttribution(settings);
  const fields = createLicenceFields(attribution)(null);
  const route = {
    method: 'GET',
    cacheHeaders: PUBLIC_REVALIDATED,
    primaryOnly: { bodyBytesMax: 0 },
    thread: 'answering',
  } as const;
  return [
    // The index is not rate-limited, because an edge requests it on behalf of all its readers.
    { ...route, path: INDEX_PATH, budget: null, refusals: 'apiError', answer: () => answerIndex(exports, fields) },
    ...DESCRIPTIONS.map(
      ({ name, mediaType, describe }): Route => ({
        ...route,
        path: `${EXPORT_FOLDER}${name}`,
        budget: 'exports',
        refusals: 'apiError',
        answer: async () => {
          const index = await readExportIndex(exports);
          if (index === null) return err(NO_EXPORT_YET);
          const body = encodeJson(describe(index, { serviceName: settings.serviceName, attribution }));
          return ok({ status: 200, mediaType, body, fields });
        },
      }),
    ),
    ...FILE_PATTERNS.map(
      (path): Route => ({
        ...route,
        path: `${EXPORT_FOLDER}${path}`,
        budget: 'exports',
        refusals: 'apiError',
        answer: (call) => answerFile(exports, downloads, call, fields),
      }),
    ),
    createExportPageRoute(context),
  ];
}

const NO_EXPORT_YET = refuseNotFound('Nothing was exported yet: the files are written with the first snapshot.');

async function answerIndex(exports: ExportReader, fields: HeaderFields): Promise<Result<Answer, Refusal>> {
  const index = await exports.index();
  if (index === null) return err(NO_EXPORT_YET);
  return ok({ status: 200, mediaType: JSON_TYPE, body: index, fields });
}

function answerFile(
  exports: ExportReader,
  downloads: ExportDownloads,
  call: Call,
  fields: HeaderFields,
): Promise<Result<Answer, Refusal>> {
  const name = call.path.slice(EXPORT_FOLDER.length);
  const missing = refuseNotFound(`The file must be one that ${INDEX_PATH} names; it is ${quote(name)}.`);
  return sendFile(downloads, call, (coding) => exports.open(name, coding), missing, fields);
}

/** Sends a file that exists uncompressed and as gzip, once a slot is free. `missing` is the refusal if there is none. */
export async function sendFile(
  downloads: ExportDownloads,
  call: Call,
  open: (coding: 'identity' | 'gzip') => Promise<OpenExport | null>,
  missing: Refusal,
  fields: HeaderFields,
): Promise<Result<Answer, Refusal>> {
  const choice = chooseFileCoding(call.header('accept-encoding'));
  if (choice === null) {
    return err({
      kind: 'not-acceptable',
      error: 'Accept-Encoding must allow gzip or identity for a file of the export; it allows neither.',
    });
  }
  const coding = choice.coding === 'gzip' ? 'gzip' : 'identity';
  const opened = await openForClient(downloads, call.caller.client, () => open(coding));
  if (!opened.ok) return opened;
  const file = opened.value;
  if (file === null) return err(missing);
  const body: StreamBody = {
    byteLength: file.byteLength,
    coding,
    tag: file.sha256,
    stream: file.stream,
    release: file.close,
  };
  return ok({
    status: 200,
    mediaType: findMediaType(file.format),
    body,
    // Data from the game's files belongs to the publisher and is not under our licence.
    fields: file.data === 'game-files' ? {} : fields,
  });
}

/** Opens a file once a slot is free. Closing the file releases the slot. */
export async function openForClient<F extends Pick<OpenExport, 'closed'>>(
  downloads: ExportDownloads,
  client: string,
  open: () => Promise<F | null>,
): Promise<Result<F | null, Refusal>> {
  const leave = await downloads.enter(client);
  if (leave === null) return err(TOO_MANY_DOWNLOADS);
  try {
    const opened = await open();
    if (opened === null) leave();
    else void opened.closed.then(leave);
    return ok(opened);
  } catch (error) {
    leave();
    throw error;
  }
}

function refuseNotFound(error: string): Refusal {
  return { kind: 'not-found', error };
}

/**
 * Chooses between gzip and identity. Files are not available in brotli, so we act as if the client did not accept `br`.
 */
function chooseFileCoding(acceptEncoding: string | null): CodingChoice | null {
  const others = (acceptEncoding ?? '').split(',').filter((part) => !/^[ \t]*br[ \t]*(?:;|$)/i.test(part));
  return chooseCoding([...others, 'br;q=0'].join(','));
}

interface DownloadBounds {
  readonly filesMax: number;
  /** Maximum number of files per client, so that a few slow readers cannot block all other clients. */
  readonly filesPerClientMax: number;
  readonly waitMs: number;
}

type ExportDownloads = ReturnType<typeof createDownloads>;

/** Limits the number of files sent at a time, in total and per client. Waiting clients get free slots in order of arrival. */
export function createDownloads({ filesMax, filesPerClientMax, waitMs }: DownloadBounds) {
  /** The client of each file that is being sent. */
  const open: string[] = [];
  const waiting = new Set<() => void>();

  /** Returns the function that releases the slot, or null if none is free for this client. */
  const takeSlot = (client: string): (() => void) | null => {
    if (open.length >= filesMax || open.filter((one) => one === client).length >= filesPerClientMax) return null;
    open.push(client);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      open.splice(open.indexOf(client), 1);
      for (const tryAgain of waiting) tryAgain();
    };
  };

  const waitForSlot = (client: string): Promise<(() => void) | null> =>
    new Promise((resolve) => {
      const settle = (leave: (() => void) | null): void => {
        waiting.delete(tryAgain);
        clearTimeout(timer);
        resolve(leave);
      };
      const tryAgain = (): void => {
        const leave = takeSlot(client);
        if (leave !== null) settle(leave);
      };
      const timer = setTimeout(() => settle(null), waitMs);
      waiting.add(tryAgain);
    });

  return {
    /** Waits for a free slot. Returns the function that releases it, or null after a timeout. */
    enter: async (client: string) => takeSlot(client) ?? waitForSlot(client),
  };
}
