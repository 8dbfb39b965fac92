/**
 * Version of the protocol contract: record kinds, envelope, limits, response shapes and tools (contract, section 9,
 * Contract). It follows semantic versioning. A new kind, field or tool is a minor release; a removal, a rename, a new
 * required field or a tighter limit is a major release.
 */
export const PROTOCOL_VERSION = '1.5.0';

/** Major versions accepted in uploads: the current version and the previous one (contract, section 9, Contract). */
export const PROTOCOL_MAJORS_ACCEPTED = [1, 0] as const;
