/**
 * The version of the protocol contract: record kinds, envelope, limits, response shapes, tools (spec, Versioning 2).
 * It follows semantic versioning: a new kind, field or tool is a minor release; a removal, a rename, a new required
 * field or a tighter limit is a major one.
 */
export const PROTOCOL_VERSION = '1.2.0';

/** The major versions an upload may be written in: the current one and the one before it (spec, Versioning 4). */
export const PROTOCOL_MAJORS_ACCEPTED = [1, 0] as const;
