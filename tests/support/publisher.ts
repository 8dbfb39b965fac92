import type { Publisher } from '../../domain/values/attribution.ts';

/** For tests that do not look at links. */
export const PUBLISHER: Publisher = { publicUrl: 'https://example.test', serviceName: 'Test Service' };
