import { tidySpaces } from '../../../domain/values/spaces.ts';
import { toUtcInstant } from '../../../schema/instants.ts';
import { nodeDigest } from '../../digest.ts';

/** Matches the timestamps of a body. The pattern cannot match inside a JSON string, where quotes are escaped. */
const TIMESTAMP_FIELD = /"(capturedAt|resetAt)":"([^"]*)"/g;

/**
 * Returns a stored body as this release would store it. Releases before 0.6.0 stored some timestamps (schema/instants.ts)
 * and names (schema/text.ts) in another format. All spaces in a body are part of names, which were trimmed and composed
 * on arrival.
 */
function convertToCurrentFormat(body: string): string {
  return tidySpaces(
    body.replace(TIMESTAMP_FIELD, (_, field: string, time: string) => `"${field}":"${toUtcInstant(time)}"`),
  );
}

/** Whether a stored body has this digest, as it is or in this release's format. */
export function matchesDigest(body: string, digest: string): boolean {
  return nodeDigest.sha256(body) === digest || nodeDigest.sha256(convertToCurrentFormat(body)) === digest;
}
