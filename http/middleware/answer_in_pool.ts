import type { AnswerPool } from '../../domain/ports/answer_pool.ts';
import type { Bytes, Codec } from '../../domain/ports/codec.ts';
import type { TextPiece } from '../../domain/ports/rows.ts';
import type { EpochDamage } from '../../domain/ports/snapshot_view.ts';
import type { SnapshotStore } from '../../domain/ports/snapshots.ts';
import { formatSnapshotPin } from '../../domain/reads/pinned_snapshot.ts';
import type { DeflatedPart } from '../../domain/values/gzip_member.ts';
import { formatWait } from '../../domain/values/phrases.ts';
import { ok } from '../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import type { Context } from '../context.ts';
import { isWhole, requireBody } from '../pipeline/body.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import type { Route } from '../pipeline/route.ts';
import { findThread } from '../pipeline/route.ts';
import type { FinishedResponse, Middleware, RoutedCall } from './middleware.ts';

/** Reads bodies on the thread that owns the connection, because other threads cannot read them. */
export function receiveBodyFirst(context: Context): Middleware {
  return async (call, next) => {
    if (call.route.receive === undefined) return next(call);
    const answered = await call.route.receive(call, async (received) => ok(await next({ ...call, received })));
    return answered.ok ? answered.value : createRefusedResponse(answered.error, call, context);
  };
}

function refuseOverloaded(retryAfterS: number): Refusal {
  return {
    kind: 'busy',
    error: `This instance has more to do than it can answer in time, so this request was not started and does not count against your limit. Ask again in ${formatWait(retryAfterS)}.`,
    retryAfterS,
  };
}

const OVERLOAD_REFUSALS = { pool: refuseOverloaded(5), long: refuseOverloaded(60) } as const;

/** Computes expensive responses in the thread pool, unless the request is cheap, and all others on this thread. */
export function answerInPool(context: Context): Middleware {
  const { snapshots, codec } = context;
  if (context.pool == null) return (call, next) => next(call);
  const pool = context.pool as AnswerPool<AnswerTask, AnswerReply>;
  return async (call, next) => {
    const { isCheap = () => false } = call.route;
    const thread = findThread(call.route);
    if ((thread !== 'pool' && thread !== 'long') || isCheap(call.query)) return next(call);
    const { header, sent, route, ...copied } = call;
    const task = {
      route: formatRouteName(route),
      call: copied,
      snapshot: await readNewestPin(snapshots),
      lastWrittenAtMs: context.lastWrittenAtMs(),
    };
    const makeHere = thread === 'long' ? null : async () => next(call);
    const reply = await pool.run(call.caller.client, task, makeHere);
    if (reply === null) return createRefusedResponse(OVERLOAD_REFUSALS[thread], call, context);
    if (!('damage' in reply)) return reply;
    if (reply.damage !== null) snapshots.noteDamage(reply.damage);
    return decodeReply(reply, codec);
  };
}

/** A request to answer on another thread. All values can be copied between threads. */
export interface AnswerTask {
  /** The route's name, as returned by `formatRouteName`. */
  readonly route: string;
  readonly call: Omit<RoutedCall, 'header' | 'sent' | 'route'>;
  /** Pin of the newest snapshot that the calling thread knows, or null if it cannot read one. */
  readonly snapshot: string | null;
  /** Time at which the newest snapshot read by the calling thread was written. */
  readonly lastWrittenAtMs: number;
}

export interface AnswerReply {
  readonly answer: Omit<FinishedResponse, 'body'>;
  readonly body: TransferredBody;
  /** Damage that the thread's reader found in the snapshot database, or null. */
  readonly damage: EpochDamage | null;
}

/** A body that threads pass on: whole, or in pieces, some of them deflated. */
type TransferredBody = Bytes | readonly TransferredPiece[];
type TransferredPiece = Bytes | (DeflatedPart & { readonly deflated: Bytes });

export function formatRouteName({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Returns the pin of the newest snapshot, or null if there is none or it cannot be read. */
export async function readNewestPin(snapshots: SnapshotStore): Promise<string | null> {
  const snapshot = await catchFault(snapshots.newest());
  if (snapshot === null || snapshot instanceof StorageFault) return null;
  const { epoch, row } = snapshot.view;
  return formatSnapshotPin({ epoch, n: row.n });
}

/** Encodes a response for another thread. `transfer` lists the buffers that can be moved instead of copied. */
export function encodeReply(
  { body, ...answer }: FinishedResponse,
  damage: EpochDamage | null,
): { reply: AnswerReply; transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [];
  // Copy each piece into its own buffer, because pieces are views of larger buffers that this thread's caches still
  // use.
  function own(bytes: Uint8Array): Bytes {
    const copy = new Uint8Array(bytes);
    transfer.push(copy.buffer);
    return copy;
  }
  const buffered = requireBody(body);
  const sent = isWhole(buffered)
    ? own(buffered)
    : buffered.map((piece): TransferredPiece => {
        if (piece instanceof Uint8Array) return own(piece);
        return { deflated: own(piece.deflated), crc32: piece.crc32, byteLength: piece.byteLength };
      });
  return { reply: { answer, body: sent, damage }, transfer };
}

function decodeReply({ answer, body }: AnswerReply, codec: Codec): FinishedResponse {
  if (body instanceof Uint8Array) return { ...answer, body };
  const pieces = body.map((piece): TextPiece => (piece instanceof Uint8Array ? piece : codec.packed(piece)));
  return { ...answer, body: pieces };
}
