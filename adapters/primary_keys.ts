import type { Stopwatch } from '../domain/ports/clock.ts';
import type { KeyReader, KeyState } from '../domain/ports/keys.ts';
import type { Primary } from '../domain/ports/primary.ts';
import { StorageFault } from '../domain/values/storage_fault.ts';
import { readWholeBytes } from '../domain/values/whole_bytes.ts';
import { parseJson } from './read_if_exists.ts';

/** Time after which a key is asked for again, and time for which it stays valid while the primary does not answer. */
const CHECK_INTERVAL_MS = 60_000;
const KEY_CACHE_MS = 3_600_000;
const CACHED_KEYS_MAX = 10_000;

/** Looks up keys by asking the primary of an edge, which gets only their digests. */
export function createPrimaryKeyReader(primary: Primary, { elapsedMs }: Stopwatch): KeyReader {
  const known = new Map<string, { readonly state: KeyState; readonly atMs: number; nextMs: number }>();
  return {
    find: async (keyHash) => {
      const nowMs = elapsedMs();
      const entry = known.get(keyHash);
      if (entry !== undefined && nowMs < entry.nextMs) return entry.state;
      const state = await requestKeyState(primary, keyHash);
      if (state !== null) {
        if (known.size >= CACHED_KEYS_MAX) known.clear();
        known.set(keyHash, { state, atMs: nowMs, nextMs: nowMs + CHECK_INTERVAL_MS });
        return state;
      }
      if (entry === undefined || nowMs - entry.atMs >= KEY_CACHE_MS) throw new StorageFault('uploads', 'PRIMARY_AWAY');
      entry.nextMs = nowMs + CHECK_INTERVAL_MS;
      return entry.state;
    },
    close: async () => {},
  };
}

/** Returns null if the primary does not answer. */
async function requestKeyState(primary: Primary, keyHash: string): Promise<KeyState | null> {
  const answer = await primary.ask({ method: 'GET', target: `/replica/keys/${keyHash}`, fields: [], body: null });
  const bytes = answer.ok ? await readWholeBytes(answer.value.body, 1_000).catch(() => null) : null;
  const reply = parseJson(new TextDecoder().decode(bytes ?? undefined)) as { readonly live?: unknown } | null;
  if (typeof reply?.live !== 'boolean') return null;
  return reply.live ? 'live' : 'unknown';
}
