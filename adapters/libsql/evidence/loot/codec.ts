import { seenWindow } from '../../../../domain/families/drops.ts';
import type { InstallLoot, ItemLoot, QuestMark, TimedWindow } from '../../../../domain/ports/drops.ts';
import { DAY_MS, dayOf } from '../../../../domain/values/instant.ts';
import { sumOf } from '../../../../domain/values/sum_of.ts';
import { createByteReader, createByteWriter, packedDamaged } from '../../packed_numbers.ts';

/**
 * Packs the loot of one install on one source: the sums, the newest day of receipt, and then the windows in order of
 * time. Most readers need only the sums. Each number of an ascending list is stored as the difference from the previous
 * one. Windows refer to contexts and items by their index in the sums, and take about nine bytes each.
 */

const writer = createByteWriter();
const reader = createByteReader(new Uint8Array());

/** Packs windows, which are in the order of `byTime`, after their sums. */
export function packLoot(sums: InstallLoot, windows: readonly TimedWindow[]): Uint8Array {
  const base = dayOf(windows[0]!.capturedAtMs);
  writer.put(base);
  writer.putSized(() => putSums(sums, base));
  // Not relative to `base`, so that a flipped bit in `base` does not move all days together unnoticed.
  writer.put(sums.receivedDay);
  const contextIndex = new Map(sums.contexts.map((context, i) => [context, i]));
  const itemIndex = new Map(sums.items.map(({ itemId }, i) => [itemId, i]));
  let beforeMs = base * DAY_MS;
  for (const { context, capturedAtMs, receivedDay, tie, itemIds, marks } of windows) {
    writer.put(2 * contextIndex.get(context)! + (marks.length > 0 ? 1 : 0));
    putTime(capturedAtMs - beforeMs);
    beforeMs = capturedAtMs;
    writer.putSigned(receivedDay - dayOf(capturedAtMs));
    writer.putShort(tie);
    writer.put(itemIds.length);
    for (const itemId of itemIds) writer.put(itemIndex.get(itemId)!);
    if (marks.length > 0) writer.put(marks.length);
    for (const [itemId, questId] of marks) {
      writer.put(itemIndex.get(itemId)!);
      writer.put(questId);
    }
  }
  return writer.take();
}

function putSums({ contexts, windowsIn, items }: InstallLoot, base: number): void {
  writer.put(contexts.length);
  let contextBefore = 0;
  for (const [i, context] of contexts.entries()) {
    writer.put(context - contextBefore);
    contextBefore = context;
    writer.put(windowsIn[i]!);
  }
  let itemBefore = 0;
  for (const { itemId, dropsIn, marked, firstDay, lastDay } of items) {
    writer.put(itemId - itemBefore);
    itemBefore = itemId;
    for (const drops of dropsIn) writer.put(drops);
    writer.put(firstDay - base);
    writer.put(2 * (lastDay - firstDay) + (marked.length > 0 ? 1 : 0));
    if (marked.length > 0) writer.put(marked.length);
    for (const questId of marked) writer.put(questId);
  }
}

/** Unpacks the sums of an install's loot. The windows are unpacked only if they are asked for. */
export function unpackLoot(installN: number, bytes: Uint8Array): InstallLoot {
  reader.open(bytes);
  const base = reader.next();
  const size = reader.next();
  const end = reader.at + size;
  const count = reader.next();
  let contexts: readonly number[];
  let windowsIn: readonly number[];
  if (count === 1) {
    contexts = readList(1);
    windowsIn = readList(1);
  } else {
    const [numbers, counts]: [number[], number[]] = [[], []];
    let context = 0;
    for (let i = 0; i < count; i++) {
      context += reader.next();
      numbers.push(context);
      counts.push(reader.next());
    }
    [contexts, windowsIn] = [numbers, counts];
  }
  const items: ItemLoot[] = [];
  let itemId = 0;
  while (reader.at < end) {
    itemId += reader.next();
    const dropsIn = readList(count);
    const firstDay = base + reader.next();
    const span = reader.next();
    const marked = span % 2 === 1 ? readList(reader.next()) : NO_QUESTS;
    items.push({ itemId, drops: sumOf(dropsIn), dropsIn, marked, firstDay, lastDay: firstDay + Math.floor(span / 2) });
  }
  if (reader.at !== end) throw packedDamaged();
  const receivedDay = reader.next();
  const at = reader.at;
  return {
    installN,
    windows: sumOf(windowsIn),
    contexts,
    windowsIn,
    items,
    receivedDay,
    windowsInTime: () => {
      reader.open(bytes);
      reader.skip(at);
      const known = { contexts: contexts.map((_, i) => i), items };
      return readWindows(base, known).map((window) => seenWindow(window, window.context));
    },
  };
}

/** Unpacks the windows of an install's loot, in order of time. */
export function unpackWindows(bytes: Uint8Array): TimedWindow[] {
  const { contexts, items } = unpackLoot(0, bytes);
  reader.open(bytes);
  const base = reader.next();
  reader.skip(reader.next());
  reader.next();
  return readWindows(base, { contexts, items });
}

function readWindows(base: number, { contexts, items }: Pick<InstallLoot, 'contexts' | 'items'>): TimedWindow[] {
  const readItem = (): number => {
    const item = items[reader.next()];
    if (item === undefined) throw packedDamaged();
    return item.itemId;
  };
  const windows: TimedWindow[] = [];
  let capturedAtMs = base * DAY_MS;
  while (!reader.isAtEnd) {
    const head = reader.next();
    const context = contexts[Math.floor(head / 2)];
    if (context === undefined) throw packedDamaged();
    capturedAtMs += readTime();
    const receivedDay = dayOf(capturedAtMs) + reader.nextSigned();
    const tie = reader.nextShort();
    const itemIds: number[] = [];
    for (let left = reader.next(); left > 0; left--) itemIds.push(readItem());
    const marks: QuestMark[] = [];
    for (let left = head % 2 === 1 ? reader.next() : 0; left > 0; left--) marks.push([readItem(), reader.next()]);
    windows.push({ capturedAtMs, receivedDay, tie, context, itemIds, marks });
  }
  return windows;
}

/** Stores a time in seconds if possible, which is what most addons send and takes fewer bytes. */
function putTime(ms: number): void {
  writer.put(ms % 1_000 === 0 ? ms / 500 : 2 * ms + 1);
}

function readTime(): number {
  const time = reader.next();
  return time % 2 === 0 ? time * 500 : (time - 1) / 2;
}

const NO_QUESTS: readonly number[] = [];

const SINGLES = Array.from({ length: 256 }, (_, number): readonly number[] => [number]);

/** Reads a list. Lists of one small number are shared, because most installs have one context. */
function readList(count: number): readonly number[] {
  if (count === 1) {
    const number = reader.next();
    return SINGLES[number] ?? [number];
  }
  const numbers: number[] = [];
  for (let i = 0; i < count; i++) numbers.push(reader.next());
  return numbers;
}
