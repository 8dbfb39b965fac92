import { compareNumbers } from '../../../../domain/families/counting/order.ts';
import { parseContextKey, readQuestLogKey, toContextKey } from '../../../../domain/families/drops.ts';
import type { WindowContext } from '../../../../domain/ports/drops.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import type { Runner } from '../../database.ts';
import { ROWS_WITH_BODIES, readPackedRows, writePackedRows } from '../../packed.ts';
import { createByteReader, createByteWriter, createPackedDamage } from '../../packed_numbers.ts';

/**
 * Numbers the contexts of loot windows, so that each window needs one or two bytes for it. An install's quest logs are
 * numbered from 1 in the order in which they became known. 0 is an empty or unknown log. The number of a context is
 * twice the number of its log, plus 1 if the player had no group.
 */
export interface ContextNumbers {
  /** Returns the number of an install's context, given its key. */
  numberOf(installN: number, key: string): number;
  /**
   * Returns the key of an install's context, to put windows in order. If none of the install's numbered contexts has a
   * quest log, all of its stored logs have the same key, so that a stable sort keeps their windows in the stored order.
   */
  keyOf(installN: number, number: number): string;
}

/** Numbers contexts, given as keys by install, after storing quest logs that are new. */
export async function storeContexts(
  runner: Runner,
  used: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<ContextNumbers> {
  const usedLogs = new Map<number, ReadonlySet<string>>();
  for (const [installN, keys] of used) {
    const logs = new Set(Array.from(keys, readQuestLogKey).filter((log) => log !== ''));
    if (logs.size > 0) usedLogs.set(installN, logs);
  }
  const known = await readQuestLogs(runner, [...usedLogs.keys()]);
  const logNumbers = new Map<number, ReadonlyMap<string, number>>();
  const added: QuestLogsRow[] = [];
  for (const [installN, logs] of usedLogs) {
    const own = known.get(installN) ?? [];
    const numberOf = new Map(own.map((log, i) => [log.join(), i + 1]));
    const newLogs = [...logs].filter((log) => !numberOf.has(log)).sort();
    for (const log of newLogs) numberOf.set(log, numberOf.size + 1);
    logNumbers.set(installN, numberOf);
    const questIds = newLogs.map((log) => parseContextKey(log).questIds);
    if (questIds.length > 0) added.push({ key: [installN, own.length + 1], body: packLogs(questIds) });
  }
  await writePackedRows(
    runner,
    `insert into quest_logs (install_n, first_n, body) select value->>0, value->>1, body from ${ROWS_WITH_BODIES}`,
    added,
  );
  return {
    numberOf: (installN, key) => {
      const log = readQuestLogKey(key);
      return (log === '' ? 0 : 2 * logNumbers.get(installN)!.get(log)!) + (log === key ? 0 : 1);
    },
    keyOf: (installN, number) => {
      const log = Math.floor(number / 2);
      const logs = [...(logNumbers.get(installN)?.keys() ?? [])];
      return toContextKey(number % 2 === 1, []) + (log === 0 ? '' : (logs[log - 1] ?? UNREAD_LOG_KEY));
    },
  };
}

/** Sorts after the key of a context without quests, and before the keys of contexts without a group. */
const UNREAD_LOG_KEY = '0';

interface QuestLogsRow {
  readonly key: readonly [installN: number, firstN: number];
  readonly body: Uint8Array;
}

/** An install's quest logs. Log n is at index n - 1. Quests are in ascending order. */
export type QuestLogs = readonly (readonly number[])[];

/** Reads the quest logs of these installs. Installs without any are omitted. */
export async function readQuestLogs(
  runner: Runner,
  installs: readonly number[],
): Promise<ReadonlyMap<number, QuestLogs>> {
  if (installs.length === 0) return new Map();
  const rows = await readPackedRows<QuestLogsRow['key']>(
    runner,
    'install_n, first_n',
    'select q.* from json_each(?) as k cross join quest_logs as q on q.install_n = k.value',
    [JSON.stringify(installs)],
  );
  return new Map(
    [...groupBy(rows, ({ key: [installN] }) => installN)].map(([installN, some]) => [
      installN,
      some.flatMap(({ body }) => unpackLogs(body)),
    ]),
  );
}

const SOLO_CONTEXT: WindowContext = { isSolo: true, questIds: [] };
const GROUP_CONTEXT: WindowContext = { isSolo: false, questIds: [] };

/**
 * Decodes a context's number: twice the number of its quest log, or 0, plus 1 without a group. `questIds` of
 * the result contains only quests in `quests`.
 */
export function decodeContext(number: number, logs: QuestLogs | undefined, quests: ReadonlySet<number>): WindowContext {
  const isSolo = number % 2 === 1;
  const log = Math.floor(number / 2);
  if (log === 0 || quests.size === 0) return isSolo ? SOLO_CONTEXT : GROUP_CONTEXT;
  const questIds = logs?.[log - 1];
  if (questIds === undefined) throw createPackedDamage();
  return { isSolo, questIds: questIds.filter((questId) => quests.has(questId)) };
}

const logWriter = createByteWriter();

/**
 * Packs quest logs, each as its quests or, if that is shorter, as the quests in which it differs from the log before
 * it. A log usually differs by the one quest that the player took or finished.
 */
export function packLogs(logs: QuestLogs): Uint8Array {
  let before: readonly number[] = [];
  for (const log of logs) {
    const changes = listNumberChanges(before, log);
    const isChange = changes.length < log.length;
    const packed = isChange ? changes : log;
    logWriter.put(2 * packed.length + (isChange ? 1 : 0));
    let questBefore = 0;
    for (const questId of packed) {
      logWriter.put(questId - questBefore);
      questBefore = questId;
    }
    before = log;
  }
  return logWriter.take();
}

export function unpackLogs(bytes: Uint8Array): QuestLogs {
  const reader = createByteReader(bytes);
  const logs: (readonly number[])[] = [];
  while (!reader.isAtEnd) {
    const head = reader.next();
    const packed: number[] = [];
    let questId = 0;
    for (let i = 0; i < Math.floor(head / 2); i++) {
      questId += reader.next();
      packed.push(questId);
    }
    logs.push(head % 2 === 1 ? listNumberChanges(logs.at(-1) ?? [], packed) : packed);
  }
  return logs;
}

/** Returns the numbers that are in exactly one of the lists, in ascending order. */
function listNumberChanges(a: readonly number[], b: readonly number[]): readonly number[] {
  return [...a.filter((number) => !b.includes(number)), ...b.filter((number) => !a.includes(number))].sort(
    compareNumbers,
  );
}
