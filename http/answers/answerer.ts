import type { SnapshotStore } from '../../domain/ports/snapshots.ts';
import { catchFault } from '../../domain/values/storage_fault.ts';
import { APP_BOUNDS, type AppDeps, createContext } from '../context.ts';
import { createRoutes } from '../endpoints/mod.ts';
import {
  type AnswerReply,
  type AnswerTask,
  encodeReply,
  formatRouteName,
  readNewestPin,
} from '../middleware/answer_in_pool.ts';
import { answerRoute } from '../middleware/answer_route.ts';
import { catchFaults } from '../middleware/catch_faults.ts';
import { composeSteps, EMPTY_REQUEST } from '../middleware/middleware.ts';

/**
 * Creates the function that answers tasks on a thread of the pool. It serves the same routes as the app. If a route
 * throws, the reply is a refusal.
 */
export function createTaskAnswerer(deps: AppDeps) {
  let askedWrittenAtMs = 0;
  const own = createContext(deps, APP_BOUNDS);
  const context = { ...own, lastWrittenAtMs: () => Math.max(own.lastWrittenAtMs(), askedWrittenAtMs) };
  const handle = composeSteps([catchFaults(context)], answerRoute(context));
  const routes = new Map(createRoutes(context).map((route) => [formatRouteName(route), route]));
  return async (task: AnswerTask): Promise<{ reply: AnswerReply; transfer: ArrayBuffer[] }> => {
    const route = routes.get(task.route)!;
    askedWrittenAtMs = task.lastWrittenAtMs;
    const before = await readRequestPin(context.snapshots, task.snapshot);
    const header = (name: string) => task.call.received?.fields[name] ?? null;
    const answer = await handle({ ...task.call, route, header, sent: EMPTY_REQUEST });
    const after = await readNewestPin(context.snapshots);
    const snapshot = before === after ? after : null;
    return encodeReply({ ...answer, snapshot }, context.snapshots.damage());
  };
}

/** Returns the newest snapshot's pin. Refreshes the reader first if the calling thread knows a different snapshot. */
async function readRequestPin(snapshots: SnapshotStore, known: string | null): Promise<string | null> {
  const pin = await readNewestPin(snapshots);
  if (pin === known) return pin;
  await catchFault(snapshots.refresh());
  return readNewestPin(snapshots);
}
