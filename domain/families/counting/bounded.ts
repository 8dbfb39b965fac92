/**
 * Limits how many reports about a subject are used to compute its facts. Anybody may send any number of reports, so
 * without this limit, one subject could use all of the builder's memory. No real subject comes close to the limit.
 */

/** Maximum total weight of a subject's rows, in bytes of UTF-8. */
export const SUBJECT_WEIGHT_MAX = 3_000_000;

/** Weight of a row without its value: its number, field and install. */
export const ROW_WEIGHT = 60;

/**
 * Prefix of the fields that are dropped first when a subject is too heavy. One install can add any number of such
 * fields, so in a family that publishes reports of fewer than three installs, it could crowd out the other fields.
 */
export const CUT_FIRST_PREFIX = '~';
