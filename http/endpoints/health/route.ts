import type { PoolLoad } from '../../../domain/ports/answer_pool.ts';
import { readHealth } from '../../../domain/reads/health.ts';
import { formatSnapshotPin } from '../../../domain/reads/pinned_snapshot.ts';
import { formatInstant, toInstantOrNull } from '../../../domain/values/instant.ts';
import { ok } from '../../../domain/values/result.ts';
import type { HealthResponse } from '../../../schema/responses/healthResponse.ts';
import type { Context, EdgeDeps } from '../../context.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { NO_STORE, type Route } from '../../pipeline/route.ts';

/** Returns 200 if the public snapshot is fresh, and 503 otherwise (contract, section 4, Health). */
export function createHealthRoute({ snapshots, exports, clock, stopwatch, settings, edge, pool }: Context): Route {
  return {
    path: '/api/health',
    method: 'GET',
    budget: null,
    cacheHeaders: NO_STORE,
    thread: 'answering',
    refusals: 'apiError',
    docs: ({ example }) => ({
      operationId: 'getHealth',
      tag: 'Service',
      summary: 'Whether the public snapshot is fresh',
      description: 'The state of the snapshot, not its contents. Not limited, never cached.',
      served: [
        {
          description: 'The snapshot was written recently.',
          schema: 'healthResponse',
          examples: { fresh: { summary: 'Fresh', value: example('fresh') } },
        },
        {
          status: 503,
          description: 'The snapshot is stale, missing or unavailable.',
          schema: 'healthResponse',
          examples: { unavailable: { summary: 'It cannot be read', value: example('unavailable') } },
        },
      ],
    }),
    answer: async () => {
      const { state, snapshot } = await readHealth(snapshots, { clock, stopwatch }, settings.snapshotMaxAgeS);
      const row = snapshot?.row ?? null;
      const written = await exports.health();
      const body: HealthResponse = {
        ok: state === 'fresh',
        game: settings.game,
        release: settings.release,
        snapshot: {
          state,
          id: snapshot === null ? null : formatSnapshotPin({ epoch: snapshot.epoch, n: snapshot.row.n }),
          writtenAt: row === null ? null : formatInstant(row.writtenAtMs),
          dataAsOf: toInstantOrNull(row?.dataAsOfMs ?? null),
          ageSeconds: snapshot?.ageSeconds ?? null,
          maxAgeSeconds: settings.snapshotMaxAgeS,
          uploads: row?.uploads ?? null,
          records: snapshot?.records ?? null,
        },
        exports: { state: written.state, reason: written.reason, writtenAt: toInstantOrNull(written.writtenAtMs) },
        ...(pool == null ? {} : { answers: describeLoad(pool.load()) }),
        ...(edge == null ? {} : { edge: describeEdgeHealth(edge) }),
      };
      return ok({ status: body.ok ? 200 : 503, mediaType: JSON_TYPE, body: encodeJson(body) });
    },
  };
}

function describeEdgeHealth({ primary, following }: EdgeDeps): NonNullable<HealthResponse['edge']> {
  const last = following.lastLook();
  return {
    upToDate: last?.upToDate ?? null,
    lookedAt: toInstantOrNull(last?.atMs ?? null),
    primaryReached: primary?.lastReached() ?? null,
  };
}

/** Time after a rejected request during which the instance reports `overloaded`, in ms. */
const OVERLOAD_MS = 60_000;

function describeLoad({ running, waiting, refused, sinceRefusedMs }: PoolLoad): NonNullable<HealthResponse['answers']> {
  const isOverloaded = sinceRefusedMs !== null && sinceRefusedMs < OVERLOAD_MS;
  return { state: isOverloaded ? 'overloaded' : 'ok', running, waiting, refused };
}
