import { single } from '../../../../domain/families/counting/loot_totals.ts';
import type { InstallLoot, ItemLoot, ItemTotal } from '../../../../domain/ports/drops.ts';
import { sumOf } from '../../../../domain/values/sum_of.ts';
import { type ByteReader, createByteReader, createByteWriter, packedDamaged } from '../../packed_numbers.ts';

/**
 * Packs loot windows compactly, because a source may have tens of thousands of item and install pairs. All lists are
 * ascending, and each number is stored as the difference from the previous one.
 */

const writer = createByteWriter();

/** Packs a piece: the windows of some installs on one source. */
export function packPiece(installs: readonly InstallLoot[]): Uint8Array {
  const base = baseOf(installs);
  writer.put(base);
  let before = 0;
  for (const { installN, contexts, windowsIn, items } of installs) {
    writer.put(installN - before);
    before = installN;
    writer.putSized(() => {
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
        if (marked.length > 0) {
          writer.put(marked.length);
          for (const questId of marked) writer.put(questId);
        }
      }
    });
  }
  return writer.take();
}

function baseOf(installs: readonly InstallLoot[]): number {
  let base = Number.MAX_SAFE_INTEGER;
  for (const { items } of installs) for (const { firstDay } of items) if (firstDay < base) base = firstDay;
  return base === Number.MAX_SAFE_INTEGER ? 0 : base;
}

/** Unpacks a piece: all of its installs, or only those in `wanted`. */
export function unpackPiece(
  bytes: Uint8Array,
  wanted: { has(installN: number): boolean } | null = null,
): InstallLoot[] {
  const reader = createByteReader(bytes);
  const base = reader.next();
  const installs: InstallLoot[] = [];
  let installN = 0;
  while (!reader.isAtEnd) {
    installN += reader.next();
    const size = reader.next();
    if (wanted !== null && !wanted.has(installN)) {
      reader.skip(size);
      continue;
    }
    installs.push(readInstall(reader, { installN, base, end: reader.at + size }));
  }
  return installs;
}

function readInstall(
  reader: ByteReader,
  { installN, base, end }: { readonly installN: number; readonly base: number; readonly end: number },
): InstallLoot {
  const count = reader.next();
  const contexts: number[] = [];
  const windows: number[] = [];
  let context = 0;
  for (let i = 0; i < count; i++) {
    context += reader.next();
    contexts.push(context);
    windows.push(reader.next());
  }
  const windowsIn = count === 1 ? single(windows[0]!) : windows;
  const items: ItemLoot[] = [];
  let itemId = 0;
  while (reader.at < end) {
    itemId += reader.next();
    const dropsIn = count === 1 ? single(reader.next()) : readList(reader, count);
    const firstDay = base + reader.next();
    const span = reader.next();
    const marked = span % 2 === 1 ? readList(reader, reader.next()) : NO_QUESTS;
    items.push({ itemId, drops: sumOf(dropsIn), dropsIn, marked, firstDay, lastDay: firstDay + Math.floor(span / 2) });
  }
  if (reader.at !== end) throw packedDamaged();
  return { installN, windows: sumOf(windowsIn), contexts, windowsIn, items, receivedDay: 0, windowsInTime: () => [] };
}

const NO_QUESTS: readonly number[] = [];

function readList(reader: ByteReader, count: number): readonly number[] {
  const numbers: number[] = [];
  for (let i = 0; i < count; i++) numbers.push(reader.next());
  return numbers;
}

/**
 * The stored total of an item, together with its values before `step`, the first change since the dirty marks were
 * cleared. If no window contains the item any more, it stays with zeros until the marks are cleared again.
 */
export interface StoredTotal extends ItemTotal {
  readonly step: number;
  readonly dropsBefore: number;
  readonly installsBefore: number;
}

/** Packs the totals of one source's items, in ascending order. */
export function packTotals(totals: readonly StoredTotal[]): Uint8Array {
  let itemBefore = 0;
  for (const total of totals) {
    writer.put(total.itemId - itemBefore);
    itemBefore = total.itemId;
    writer.put(total.drops);
    writer.put(total.installs);
    writer.put(total.step);
    writer.put(total.dropsBefore);
    writer.put(total.installsBefore);
    writer.put(total.firstDays.length);
    let day = 0;
    for (const one of total.firstDays) {
      writer.put(one - day);
      day = one;
    }
    // The latest last day is never before the earliest first day. The last days descend from there.
    for (const [i, one] of total.lastDays.entries()) {
      writer.put(i === 0 ? one - total.firstDays[0]! : day - one);
      day = one;
    }
  }
  return writer.take();
}

export function unpackTotals(bytes: Uint8Array): StoredTotal[] {
  const reader = createByteReader(bytes);
  const totals: StoredTotal[] = [];
  let itemId = 0;
  while (!reader.isAtEnd) {
    itemId += reader.next();
    const [drops, installs] = [reader.next(), reader.next()];
    const [step, dropsBefore, installsBefore] = [reader.next(), reader.next(), reader.next()];
    const count = reader.next();
    const firstDays: number[] = [];
    const lastDays: number[] = [];
    let day = 0;
    for (let i = 0; i < count; i++) {
      day += reader.next();
      firstDays.push(day);
    }
    for (let i = 0; i < count; i++) {
      day = i === 0 ? firstDays[0]! + reader.next() : day - reader.next();
      lastDays.push(day);
    }
    totals.push({ itemId, drops, installs, firstDays, lastDays, step, dropsBefore, installsBefore });
  }
  return totals;
}
