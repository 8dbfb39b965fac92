import { toSeenWindow } from '../../../../domain/families/drops.ts';
import type { InstallLoot, ItemLoot, QuestMark, TimedLootWindow } from '../../../../domain/ports/drops.ts';
import { DAY_MS, toUtcDay } from '../../../../domain/values/instant.ts';
import { sumNumbers } from '../../../../domain/values/sum_of.ts';
import { createByteReader, createByteWriter, createPackedDamage } from '../../packed_numbers.ts';

/**
 * Packs the loot of one install on one source: the sums, the newest day of receipt, and then the windows in order of
 * time. Most readers need only the sums. Each number of an ascending list is stored as the difference from the previous
 * one. Windows refer to contexts and items by their index in the sums, and take about nine bytes each.
 */

const byteWriter = createByteWriter();
const blockReader = createByteReader(new Uint8Array());

/** Packs windows, which are in the order of `byTime`, after their sums. */
export function packLoot(sums: InstallLoot, windows: readonly TimedLootWindow[]): Uint8Array {
  const base = toUtcDay(windows[0]!.capturedAtMs);
  byteWriter.put(base);
  byteWriter.putSized(() => writeSums(sums, base));
  // Not relative to `base`, so that a flipped bit in `base` does not move all days together unnoticed.
  byteWriter.put(sums.receivedDay);
  const contextIndex = new Map(sums.contexts.map((context, i) => [context, i]));
  const itemIndex = new Map(sums.items.map(({ itemId }, i) => [itemId, i]));
  let beforeMs = base * DAY_MS;
  for (const { context, capturedAtMs, receivedDay, tie, itemIds, marks } of windows) {
    byteWriter.put(2 * contextIndex.get(context)! + (marks.length > 0 ? 1 : 0));
    writeTime(capturedAtMs - beforeMs);
    beforeMs = capturedAtMs;
    byteWriter.putSigned(receivedDay - toUtcDay(capturedAtMs));
    byteWriter.putShort(tie);
    byteWriter.put(itemIds.length);
    for (const itemId of itemIds) byteWriter.put(itemIndex.get(itemId)!);
    if (marks.length > 0) byteWriter.put(marks.length);
    for (const [itemId, questId] of marks) {
      byteWriter.put(itemIndex.get(itemId)!);
      byteWriter.put(questId);
    }
  }
  return byteWriter.take();
}

function writeSums({ contexts, windowsIn, items }: InstallLoot, base: number): void {
  byteWriter.put(contexts.length);
  let contextBefore = 0;
  for (const [i, context] of contexts.entries()) {
    byteWriter.put(context - contextBefore);
    contextBefore = context;
    byteWriter.put(windowsIn[i]!);
  }
  let itemBefore = 0;
  for (const { itemId, dropsIn, marked, firstDay, lastDay } of items) {
    byteWriter.put(itemId - itemBefore);
    itemBefore = itemId;
    for (const drops of dropsIn) byteWriter.put(drops);
    byteWriter.put(firstDay - base);
    byteWriter.put(2 * (lastDay - firstDay) + (marked.length > 0 ? 1 : 0));
    if (marked.length > 0) byteWriter.put(marked.length);
    for (const questId of marked) byteWriter.put(questId);
  }
}

/** Unpacks the sums of an install's loot. The windows are unpacked only if they are asked for. */
export function unpackLoot(installN: number, bytes: Uint8Array): InstallLoot {
  blockReader.open(bytes);
  const base = blockReader.next();
  const size = blockReader.next();
  const end = blockReader.at + size;
  const count = blockReader.next();
  let contexts: readonly number[];
  let windowsIn: readonly number[];
  if (count === 1) {
    contexts = readNumberList(1);
    windowsIn = readNumberList(1);
  } else {
    const [numbers, counts]: [number[], number[]] = [[], []];
    let context = 0;
    for (let i = 0; i < count; i++) {
      context += blockReader.next();
      numbers.push(context);
      counts.push(blockReader.next());
    }
    [contexts, windowsIn] = [numbers, counts];
  }
  const items: ItemLoot[] = [];
  let itemId = 0;
  while (blockReader.at < end) {
    itemId += blockReader.next();
    const dropsIn = readNumberList(count);
    const firstDay = base + blockReader.next();
    const span = blockReader.next();
    const marked = span % 2 === 1 ? readNumberList(blockReader.next()) : NO_QUESTS;
    items.push({
      itemId,
      drops: sumNumbers(dropsIn),
      dropsIn,
      marked,
      firstDay,
      lastDay: firstDay + Math.floor(span / 2),
    });
  }
  if (blockReader.at !== end) throw createPackedDamage();
  const receivedDay = blockReader.next();
  const at = blockReader.at;
  return {
    installN,
    windows: sumNumbers(windowsIn),
    contexts,
    windowsIn,
    items,
    receivedDay,
    windowsInTime: () => {
      blockReader.open(bytes);
      blockReader.skip(at);
      const known = { contexts: contexts.map((_, i) => i), items };
      return readWindows(base, known).map((window) => toSeenWindow(window, window.context));
    },
  };
}

/** Unpacks the windows of an install's loot, in order of time. */
export function unpackWindows(bytes: Uint8Array): TimedLootWindow[] {
  const { contexts, items } = unpackLoot(0, bytes);
  blockReader.open(bytes);
  const base = blockReader.next();
  blockReader.skip(blockReader.next());
  blockReader.next();
  return readWindows(base, { contexts, items });
}

function readWindows(base: number, { contexts, items }: Pick<InstallLoot, 'contexts' | 'items'>): TimedLootWindow[] {
  const readItem = (): number => {
    const item = items[blockReader.next()];
    if (item === undefined) throw createPackedDamage();
    return item.itemId;
  };
  const windows: TimedLootWindow[] = [];
  let capturedAtMs = base * DAY_MS;
  while (!blockReader.isAtEnd) {
    const head = blockReader.next();
    const context = contexts[Math.floor(head / 2)];
    if (context === undefined) throw createPackedDamage();
    capturedAtMs += readTime();
    const receivedDay = toUtcDay(capturedAtMs) + blockReader.nextSigned();
    const tie = blockReader.nextShort();
    const itemIds: number[] = [];
    for (let left = blockReader.next(); left > 0; left--) itemIds.push(readItem());
    const marks: QuestMark[] = [];
    for (let left = head % 2 === 1 ? blockReader.next() : 0; left > 0; left--)
      marks.push([readItem(), blockReader.next()]);
    windows.push({ capturedAtMs, receivedDay, tie, context, itemIds, marks });
  }
  return windows;
}

/** Stores a time in seconds if possible, which is what most addons send and takes fewer bytes. */
function writeTime(ms: number): void {
  byteWriter.put(ms % 1_000 === 0 ? ms / 500 : 2 * ms + 1);
}

function readTime(): number {
  const time = blockReader.next();
  return time % 2 === 0 ? time * 500 : (time - 1) / 2;
}

const NO_QUESTS: readonly number[] = [];

const SINGLE_NUMBER_LISTS = Array.from({ length: 256 }, (_, number): readonly number[] => [number]);

/** Reads a list. Lists of one small number are shared, because most installs have one context. */
function readNumberList(count: number): readonly number[] {
  if (count === 1) {
    const number = blockReader.next();
    return SINGLE_NUMBER_LISTS[number] ?? [number];
  }
  const numbers: number[] = [];
  for (let i = 0; i < count; i++) numbers.push(blockReader.next());
  return numbers;
}
