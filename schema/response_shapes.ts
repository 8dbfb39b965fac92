import type * as v from 'valibot';
import * as shapes from './responses/mod.ts';
import * as more from './responses/more.ts';

/** The 18 response shapes, keyed by name in alphabetical order (contract, section 4). */
export const RESPONSE_SHAPES: ReadonlyMap<string, v.GenericSchema> = new Map(Object.entries(shapes));

/** Response shapes that the contract gained later. They are published in a folder of their own. */
export const INTERNAL_SHAPES: ReadonlyMap<string, v.GenericSchema> = new Map(Object.entries(more));
