import type * as v from 'valibot';
import * as shapes from './responses/mod.ts';

/** The 18 response shapes, keyed by name in alphabetical order (contract, section 4). */
export const RESPONSE_SHAPES: ReadonlyMap<string, v.GenericSchema> = new Map(Object.entries(shapes));
