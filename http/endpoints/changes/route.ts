import * as v from 'valibot';
import type { ChangeFile } from '../../../domain/ports/change_files.ts';
import { listChanges } from '../../../domain/reads/changes/list_changes.ts';
import { readNewest } from '../../../domain/reads/list.ts';
import { formatSnapshotPin, parseSnapshotPin, type SnapshotPin } from '../../../domain/reads/pinned_snapshot.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { toInstantOrNull } from '../../../domain/values/instant.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { ChangesResponse } from '../../../schema/responses/changesResponse.ts';
import type { Context } from '../../context.ts';
import { EVENT_TYPE, encodeJson, JSON_TYPE, type StreamBody } from '../../pipeline/body.ts';
import { createLicenceFields } from '../../pipeline/headers.ts';
import { readQuery, snapshotParameter } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { type Answer, type Call, NO_STORE, PUBLIC_REVALIDATED, type Route } from '../../pipeline/route.ts';
import { createDownloads, DOWNLOAD_BOUNDS, sendFile } from '../exports/route.ts';
import { createChangeStreams } from './streams.ts';

type ChangeContext = Pick<Context, 'changes' | 'snapshots' | 'settings' | 'stopwatch' | 'log' | 'streams'>;

const STREAM_BOUNDS = {
  filesMax: LIMITS.changeStreamsMax.value,
  filesPerClientMax: LIMITS.changeStreamsPerClientMax.value,
  waitMs: 0,
};

const TOO_MANY_STREAMS: Refusal = {
  kind: 'busy',
  error: `At most ${STREAM_BOUNDS.filesMax} streams are open at a time, ${STREAM_BOUNDS.filesPerClientMax} of them to one client; try again later, or ask /api/changes now and then.`,
  retryAfterS: 60,
};

const CHANGES_FOLDER = '/changes/';

const LIST_QUERY = v.object({
  since: snapshotParameter('The snapshot that you have.', true),
  lastEventId: snapshotParameter('May be sent instead of since, and takes precedence.'),
});

const STREAM_QUERY = v.object({
  since: snapshotParameter('The snapshot that you have.'),
  lastEventId: snapshotParameter('The id of the last event. It takes precedence over since.'),
});

/** Serves the change feed (contract, section 4, Change feed). */
export function createChangeRoutes(context: ChangeContext): readonly Route[] {
  const downloads = createDownloads(DOWNLOAD_BOUNDS);
  const openStream = createStreamAnswer(context);
  const fields = createLicenceFields(createAttribution(context.settings))(null);
  const route = {
    method: 'GET',
    budget: 'changes',
    cacheHeaders: PUBLIC_REVALIDATED,
    thread: 'answering',
    primaryOnly: { bodyBytesMax: 0 },
    refusals: 'apiError',
  } as const;
  return [
    {
      ...route,
      path: '/api/changes',
      query: LIST_QUERY,
      answer: async (call) => {
        const listed = await answerChangeList(context, call.query);
        return listed.ok ? ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson(listed.value), fields }) : listed;
      },
    },
    {
      ...route,
      path: '/api/changes/stream',
      query: STREAM_QUERY,
      cacheHeaders: NO_STORE,
      answer: openStream,
    },
    {
      ...route,
      path: `${CHANGES_FOLDER}:epoch/:name`,
      answer: (call) => answerFile(context, downloads, call, fields),
    },
  ];
}

async function answerChangeList(
  { changes, snapshots, settings }: ChangeContext,
  query: string,
): Promise<Result<ChangesResponse, Refusal>> {
  const asked = readSincePin(query);
  if (!asked.ok) return asked;
  const since = asked.value;
  if (since === null) {
    return err(
      badParameter('since', 'since must be a snapshot, <epoch>.<number>, such as the export’s; it is missing.'),
    );
  }
  const { view } = await readNewest(snapshots);
  const list = await listChanges(changes, view, since);
  if (!list.ok) return list;
  const { files, newest } = list.value;
  return ok({
    ok: true,
    files: files.map((file) => toFileEntry(view.epoch, file, settings.publicUrl)),
    newest: formatSnapshotPin(newest),
    dataAsOf: toInstantOrNull(view.row.dataAsOfMs),
    attribution: createAttribution(settings),
  });
}

/** Clients that reconnect send the last event beside the address that they began with, so it counts if both are sent. */
function readSincePin(query: string): Result<SnapshotPin | null, Refusal> {
  const asked = readQuery(LIST_QUERY, query);
  return asked.ok ? ok(asked.value.lastEventId ?? asked.value.since) : asked;
}

function createStreamAnswer({ changes, snapshots, settings, stopwatch, log, streams: times }: ChangeContext) {
  const places = createDownloads(STREAM_BOUNDS);
  const list = async (since: SnapshotPin | null) => {
    const { view } = await readNewest(snapshots);
    return listChanges(changes, view, since ?? { epoch: view.epoch, n: 0 });
  };
  const entry = (epoch: string, file: ChangeFile) => toFileEntry(epoch, file, settings.publicUrl);
  const streams = createChangeStreams({ list, entry, stopwatch, log }, times);
  return async ({ query, header, caller }: Call): Promise<Result<Answer, Refusal>> => {
    const asked = readStartPin(query, header(LAST_EVENT_FIELD.toLowerCase()));
    if (!asked.ok) return asked;
    const since = asked.value ?? (await readNewestPin(snapshots));
    if (since !== null) {
      const known = await list(since);
      if (!known.ok) return known;
    }
    const leave = await places.enter(caller.client);
    if (leave === null) return err(TOO_MANY_STREAMS);
    const body: StreamBody = {
      byteLength: null,
      coding: 'identity',
      tag: '',
      stream: () => streams.open(since, leave),
      release: async () => leave(),
    };
    return ok({ status: 200, mediaType: EVENT_TYPE, body, fields: UNBUFFERED_FIELDS });
  };
}

/** Returns null before the first snapshot, for which streams wait: EventSource gives up after an answer such as 503. */
async function readNewestPin(snapshots: ChangeContext['snapshots']): Promise<SnapshotPin | null> {
  const newest = await snapshots.newest();
  return newest === null ? null : { epoch: newest.view.epoch, n: newest.view.row.n };
}

const LAST_EVENT_FIELD = 'Last-Event-ID';

/** Tells nginx to pass on events at once. By default, it collects them in a buffer first. */
const UNBUFFERED_FIELDS = { 'X-Accel-Buffering': 'no' };

/** Reads the snapshot after which a stream begins, or null if it begins with the next one. */
function readStartPin(query: string, lastEvent: string | null): Result<SnapshotPin | null, Refusal> {
  if (lastEvent === null || lastEvent === '') return readSincePin(query);
  const since = parseSnapshotPin(lastEvent);
  if (since !== null) return ok(since);
  const needed = `${LAST_EVENT_FIELD} must be the id of an event, <epoch>.<number>; it is ${quote(lastEvent)}.`;
  return err(badParameter(LAST_EVENT_FIELD, needed));
}

function toFileEntry(
  epoch: string,
  { n, previous, rows, bytes, sha256 }: ChangeFile,
  publicUrl: string,
): ChangesResponse['files'][number] {
  const name = `${epoch}/${n}.ndjson`;
  return {
    name,
    url: `${publicUrl}${CHANGES_FOLDER}${name}`,
    snapshot: formatSnapshotPin({ epoch, n }),
    previous: formatSnapshotPin({ epoch, n: previous }),
    rows,
    bytes,
    sha256,
  };
}

async function answerFile(
  { changes, snapshots }: ChangeContext,
  downloads: ReturnType<typeof createDownloads>,
  call: Call,
  fields: Answer['fields'] & object,
): Promise<Result<Answer, Refusal>> {
  const name = call.path.slice(CHANGES_FOLDER.length);
  const pin = parseFileName(name);
  if (pin === null) {
    const error = `The file must be one that /api/changes lists, <epoch>/<number>.ndjson; it is ${quote(name)}.`;
    return err({ kind: 'not-found', error });
  }
  const { view } = await readNewest(snapshots);
  const gone: Refusal = {
    kind: 'gone',
    error: `The file must be one that /api/changes lists; ${name} is too old or of another epoch: start again from /export/index.json.`,
  };
  // A file may exist before its snapshot is visible.
  if (pin.epoch !== view.epoch || pin.n > view.row.n) return err(gone);
  return sendFile(downloads, call, (coding) => changes.open(pin.epoch, pin.n, coding), gone, fields);
}

function parseFileName(name: string): SnapshotPin | null {
  const [, epoch = '', n = ''] = /^([^/]+)\/([^/]+)\.ndjson$/.exec(name) ?? [];
  return parseSnapshotPin(`${epoch}.${n}`);
}
