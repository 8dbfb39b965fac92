import type { LootWindow, QuestMark, TimedLootWindow } from '../../../../domain/ports/drops.ts';
import { toUtcDay } from '../../../../domain/values/instant.ts';
import { type ByteWriter, createByteReader, createByteWriter } from '../../packed_numbers.ts';
import type { AddedLoot } from './add.ts';
import { numberSource } from './sources.ts';

/** A buffer for loot windows, which takes about 15 bytes for each. It orders them only when they are written. */
export interface LootBuffer {
  add(windows: readonly LootWindow[]): void;
  /** Approximate memory use in bytes. */
  readonly bytes: number;
  /** Returns the contexts of the windows, by install. */
  contexts(): ReadonlyMap<number, ReadonlySet<string>>;
  /** Yields the windows ordered by source and install, a limited number at a time. Each pair comes once and whole. */
  inOrder(): Generator<readonly AddedLoot[]>;
}

/** The windows of one source, packed in the order in which they were added. */
interface SourceLog {
  readonly writer: ByteWriter;
  windows: number;
  beforeMs: number;
}

interface BufferedInstall {
  readonly installN: number;
  /** Index of each context by its key. */
  readonly contexts: Map<string, number>;
  readonly keys: string[];
}

/** Size of a source's first buffer, which grows by doubling. */
const FIRST_BUFFER_BYTES = 64;
/** Approximate memory of a source, of an install, and of a context in addition to its key, in bytes. */
const LOOT_ENTRY_BYTES = 1_000;
const CONTEXT_BYTES = 100;
/** Number of windows to unpack at a time. A source with more is read in several passes, which takes less memory. */
const WINDOWS_PER_BATCH = 20_000;

export function createLootBuffer(): LootBuffer {
  const sources = new Map<number, SourceLog>();
  const installs: BufferedInstall[] = [];
  const installIndex = new Map<number, number>();
  let bytes = 0;

  const logOf = (sourceN: number): SourceLog => {
    let log = sources.get(sourceN);
    if (log === undefined) {
      log = { writer: createByteWriter(FIRST_BUFFER_BYTES), windows: 0, beforeMs: 0 };
      sources.set(sourceN, log);
      bytes += LOOT_ENTRY_BYTES;
    }
    return log;
  };
  const indexOf = (installN: number): number => {
    let index = installIndex.get(installN);
    if (index === undefined) {
      index = installs.push({ installN, contexts: new Map(), keys: [] }) - 1;
      installIndex.set(installN, index);
      bytes += LOOT_ENTRY_BYTES;
    }
    return index;
  };
  const contextOf = ({ contexts, keys }: BufferedInstall, key: string): number => {
    let index = contexts.get(key);
    if (index === undefined) {
      index = keys.push(key) - 1;
      contexts.set(key, index);
      bytes += CONTEXT_BYTES + key.length;
    }
    return index;
  };

  const add = ({ source, installN, context, capturedAtMs, receivedDay, tie, itemIds, marks }: LootWindow): void => {
    const log = logOf(numberSource(source));
    const { writer } = log;
    const before = writer.size;
    const install = indexOf(installN);
    writer.put(install);
    writer.put(2 * contextOf(installs[install]!, context) + (marks.length > 0 ? 1 : 0));
    writer.putSigned(capturedAtMs - log.beforeMs);
    writer.putSigned(receivedDay - toUtcDay(capturedAtMs));
    writer.putShort(tie);
    writer.put(itemIds.length);
    for (const itemId of itemIds) writer.put(itemId);
    if (marks.length > 0) writer.put(marks.length);
    for (const [itemId, questId] of marks) {
      writer.put(itemId);
      writer.put(questId);
    }
    log.windows++;
    log.beforeMs = capturedAtMs;
    bytes += writer.size - before;
  };

  /** Yields the windows of a source by install, in several passes over the log if there are many. */
  const unpackSource = function* (sourceN: number, { windows, writer }: SourceLog): Generator<AddedLoot[]> {
    const log = writer.take();
    for (let pass = 0, passes = Math.ceil(windows / WINDOWS_PER_BATCH); pass < passes; pass++) {
      const found = new Map<number, TimedLootWindow<string>[]>();
      for (const [install, window] of unpackLog(log, installs)) {
        if (install % passes !== pass) continue;
        const own = found.get(install);
        if (own === undefined) found.set(install, [window]);
        else own.push(window);
      }
      yield Array.from(found, ([install, own]) => ({ sourceN, installN: installs[install]!.installN, windows: own }));
    }
  };

  return {
    add: (windows) => windows.forEach(add),
    get bytes() {
      return bytes;
    },
    contexts: () => new Map(installs.map(({ installN, keys }) => [installN, new Set(keys)])),
    inOrder: function* () {
      let some: AddedLoot[] = [];
      let windows = 0;
      for (const [sourceN, log] of [...sources].sort(([a], [b]) => a - b)) {
        for (const part of unpackSource(sourceN, log)) {
          some.push(...part.sort((a, b) => a.installN - b.installN));
          windows += log.windows;
          if (windows < WINDOWS_PER_BATCH) continue;
          yield some;
          [some, windows] = [[], 0];
        }
        sources.delete(sourceN);
      }
      if (some.length > 0) yield some;
    },
  };
}

function* unpackLog(
  log: Uint8Array,
  installs: readonly BufferedInstall[],
): Generator<readonly [install: number, window: TimedLootWindow<string>]> {
  const reader = createByteReader(log);
  let capturedAtMs = 0;
  while (!reader.isAtEnd) {
    const install = reader.next();
    const head = reader.next();
    const context = installs[install]!.keys[Math.floor(head / 2)]!;
    capturedAtMs += reader.nextSigned();
    const receivedDay = toUtcDay(capturedAtMs) + reader.nextSigned();
    const tie = reader.nextShort();
    const itemIds: number[] = [];
    for (let left = reader.next(); left > 0; left--) itemIds.push(reader.next());
    const marks: QuestMark[] = [];
    for (let left = head % 2 === 1 ? reader.next() : 0; left > 0; left--) marks.push([reader.next(), reader.next()]);
    yield [install, { capturedAtMs, receivedDay, tie, context, itemIds, marks }];
  }
}
