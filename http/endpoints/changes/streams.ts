import type { Stopwatch } from '../../../domain/ports/clock.ts';
import type { Log } from '../../../domain/ports/log.ts';
import type { ChangeList, LostFollower } from '../../../domain/reads/changes/list_changes.ts';
import { formatSnapshotPin, type SnapshotPin } from '../../../domain/reads/pinned_snapshot.ts';
import type { Result } from '../../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import type { ChangesResponse } from '../../../schema/responses/changesResponse.ts';
import { encodeUtf8 } from '../../pipeline/body.ts';

/** Intervals of streams, in milliseconds. */
export interface StreamTimes {
  /** Interval between checks for a new snapshot, while there are streams. */
  readonly lookEveryMs: number;
  /** Silence after which a stream gets a comment, so that proxies do not close it. */
  readonly pingEveryMs: number;
  /** Age at which a stream ends. Its client connects again and says which event it had last. */
  readonly endAfterMs: number;
}

export const STREAM_TIMES: StreamTimes = { lookEveryMs: 1_000, pingEveryMs: 15_000, endAfterMs: 30 * 60_000 };

const PING_EVENT = encodeUtf8(': ping\n\n');

export interface StreamSource {
  /** Returns the files that lead from a snapshot to the newest one, or from before the first one if `since` is null. */
  list(since: SnapshotPin | null): Promise<Result<ChangeList, LostFollower>>;
  entry(epoch: string, file: ChangeList['files'][number]): ChangesResponse['files'][number];
  readonly stopwatch: Stopwatch;
  readonly log: Log;
}

interface EventStream {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** The snapshot that the client has after the events sent so far, or null if it waits for the first one. */
  at: SnapshotPin | null;
  sentAtMs: number;
  readonly endsAtMs: number;
  readonly leave: () => void;
}

/** Events that lead from one snapshot to a newer one. Streams at the same snapshot share them. */
interface StreamEvents {
  readonly bytes: Uint8Array;
  readonly upTo: SnapshotPin;
}

/**
 * Creates the streams of the change feed (contract, section 4, Change feed). One timer serves all of them, and only
 * while there are any. A stream holds at most one unread part: while its client does not read, nothing is added.
 */
export function createChangeStreams(source: StreamSource, times: StreamTimes) {
  const { stopwatch, log } = source;
  const streams = new Set<EventStream>();
  let isRunning = false;

  const end = (stream: EventStream): void => {
    if (!streams.delete(stream)) return;
    stream.leave();
    stream.controller.close();
  };

  const send = (stream: EventStream, events: StreamEvents | 'lost' | null): void => {
    const nowMs = stopwatch.elapsedMs();
    if (events === 'lost') {
      end(stream);
      return;
    }
    if (events !== null) {
      stream.controller.enqueue(events.bytes);
      Object.assign(stream, { at: events.upTo, sentAtMs: nowMs });
    } else if (nowMs - stream.sentAtMs >= times.pingEveryMs) {
      stream.controller.enqueue(PING_EVENT);
      stream.sentAtMs = nowMs;
    }
    if (nowMs >= stream.endsAtMs) end(stream);
  };

  /** Ends streams in which a bug occurs. Nobody waits for their answers any more. */
  const readOrEnd = async (since: SnapshotPin | null): Promise<StreamEvents | 'lost' | null> => {
    try {
      return await readEvents(source, since);
    } catch (bug) {
      log.error('http.bug', {}, bug);
      return 'lost';
    }
  };

  /** Sends new events, or a ping if it is due, to streams whose client has read everything so far. */
  const advance = async (some: Iterable<EventStream>): Promise<void> => {
    const known = new Map<string | null, Promise<StreamEvents | 'lost' | null>>();
    for (const stream of some) {
      if ((stream.controller.desiredSize ?? 0) <= 0) {
        if (stopwatch.elapsedMs() >= stream.endsAtMs) end(stream);
        continue;
      }
      const { at } = stream;
      const pin = at === null ? null : formatSnapshotPin(at);
      const reading = known.get(pin) ?? readOrEnd(at);
      known.set(pin, reading);
      const events = await reading;
      // The stream may have ended or advanced in the meantime.
      if (streams.has(stream) && stream.at === at) send(stream, events);
    }
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    while (streams.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, times.lookEveryMs));
      await advance([...streams]);
    }
    isRunning = false;
  };

  return {
    /**
     * Opens a stream of the changes after a snapshot, or of all changes if it is null. `leave` is called once, when the
     * stream ends or is cancelled.
     */
    open: (since: SnapshotPin | null, leave: () => void): ReadableStream<Uint8Array> => {
      let stream: EventStream;
      return new ReadableStream<Uint8Array>({
        start: (controller) => {
          const nowMs = stopwatch.elapsedMs();
          stream = { controller, at: since, sentAtMs: nowMs, endsAtMs: nowMs + times.endAfterMs, leave };
          streams.add(stream);
        },
        pull: async () => {
          // The client may be behind by more files than one part has.
          await advance([stream]);
          if (!isRunning) void run();
        },
        cancel: () => {
          if (streams.delete(stream)) leave();
        },
      });
    },
  };
}

/** Returns null if nothing is new or the storage cannot be read right now, and `lost` if the client must start again. */
async function readEvents(source: StreamSource, since: SnapshotPin | null): Promise<StreamEvents | 'lost' | null> {
  const list = await catchFault(source.list(since));
  if (list instanceof StorageFault) return null;
  if (!list.ok) return 'lost';
  const { files, newest } = list.value;
  const last = files.at(-1);
  if (last === undefined) return null;
  const texts = files.map((file) => {
    const entry = source.entry(newest.epoch, file);
    return `id: ${entry.snapshot}\ndata: ${JSON.stringify(entry)}\n\n`;
  });
  return { bytes: encodeUtf8(texts.join('')), upTo: { epoch: newest.epoch, n: last.n } };
}
