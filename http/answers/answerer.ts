import type { SnapshotStore } from '../../domain/ports/snapshots.ts';
import { orStorageFault } from '../../domain/values/storage_fault.ts';
import type { AppDeps } from '../context.ts';
import { APP_BOUNDS, createContext } from '../create_context.ts';
import { routesOf } from '../endpoints/mod.ts';
import { createAnswerMaker, type MadeResponse } from '../pipeline/make_answer.ts';
import { refusalOfError } from '../pipeline/refusal.ts';
import { refused } from '../pipeline/refused.ts';
import type { Call } from '../pipeline/route.ts';
import { type AnswerReply, type AnswerTask, encodeReply, readNewestPin, routeName } from './task.ts';

/** Placeholders for headers and body. Routes that need them are answered on the main thread. */
const NOT_HERE: Pick<Call, 'header' | 'sent'> = {
  header: () => null,
  sent: { body: null, signal: new AbortController().signal },
};

/** Answers a task. If the route throws, logs the error and replies with a refusal. */
export type AnswerTaskHere = (task: AnswerTask) => Promise<{ reply: AnswerReply; transfer: ArrayBuffer[] }>;

/** Creates the function that answers tasks on a thread of the pool. It serves the same routes as the app. */
export function createTaskAnswerer(deps: AppDeps): AnswerTaskHere {
  let askedWrittenAtMs = 0;
  const own = createContext(deps, APP_BOUNDS);
  const context = { ...own, lastWrittenAtMs: () => Math.max(own.lastWrittenAtMs(), askedWrittenAtMs) };
  const make = createAnswerMaker(context);
  const routes = new Map(routesOf(context).map((route) => [routeName(route), route]));
  return async (task) => {
    const route = routes.get(task.route)!;
    askedWrittenAtMs = task.lastWrittenAtMs;
    const before = await readPinFrom(context.snapshots, task.snapshot);
    let made: MadeResponse;
    try {
      made = await make(route, { ...task.call, ...NOT_HERE }, task.choice);
    } catch (error) {
      const refusal = refusalOfError(error, route.path, context.log);
      made = { finished: refused(refusal, route, context, task.call.path), lasts: false };
    }
    const after = await readNewestPin(context.snapshots);
    return encodeReply(made, { snapshot: before === after ? after : null, damage: context.snapshots.damage() });
  };
}

/** Returns the newest snapshot's pin. Refreshes the reader first if the calling thread knows a different snapshot. */
async function readPinFrom(snapshots: SnapshotStore, known: string | null): Promise<string | null> {
  const pin = await readNewestPin(snapshots);
  if (pin === known) return pin;
  await orStorageFault(snapshots.refresh());
  return readNewestPin(snapshots);
}
