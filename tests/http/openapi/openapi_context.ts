import type { Context } from '../../../http/context.ts';
import { createSnapshots } from '../../support/snapshots.ts';
import { BUNDLES, EPOCH, SETTINGS } from '../support.ts';

/** Returns a context for tests that only inspect routes. Calling one of the routes fails. */
export function contextOf(settings: Partial<Context['settings']> = {}): Context {
  return {
    store: createSnapshots(EPOCH).store,
    settings: { ...SETTINGS, ...settings },
    styleSheet: { name: 'style.1.css' },
    bundles: BUNDLES,
    icons: null,
    mapArt: null,
  } as unknown as Context;
}
