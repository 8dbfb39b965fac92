import type { ChangeLogMode } from '../ports/change_log.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { EvidenceCursor, EvidenceStore } from '../ports/evidence.ts';
import type { FeedTime } from '../ports/exports.ts';
import type { Log } from '../ports/log.ts';
import type { SnapshotRow } from '../ports/snapshot_view.ts';
import type { SnapshotWriter } from '../ports/snapshots.ts';
import type { UploadReader } from '../ports/uploads.ts';
import type { SnapshotBounds } from './bounds.ts';
import type { CountingRules } from './counting_records.ts';
import type { FeedRules } from './feed.ts';

export interface SnapshotPorts {
  readonly uploads: UploadReader;
  readonly evidence: EvidenceStore;
  readonly snapshots: SnapshotWriter;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SnapshotSettings {
  readonly kinds: CountingRules;
  readonly feedTime: FeedTime;
  /** Age in days from which an install counts as a witness, from the start of that UTC day. Defaults to 0. */
  readonly installAgeDays?: number;
  /** Number of networks that any three witnesses must come from (domain/intake/network_rule.ts). Defaults to 1. */
  readonly witnessNetworks?: number;
  /** UTC day on which the age of installs is judged. Defaults to today, but never before the day of an earlier run. */
  readonly witnessDay?: number | null;
  /** `silent` for a rebuild, because its facts were public before. */
  readonly changeLog: ChangeLogMode;
  readonly bounds?: SnapshotBounds;
  /** Sequence number of the last record to take in. Defaults to the newest record stored when the run begins. */
  readonly toSeq?: number;
  /** Lower bound for `dataAsOf`, which never goes back, not even in a rebuild. */
  readonly dataAsOfMs?: number | null;
  /** Called between two steps, once finished work is durable. Return false to stop the run. */
  readonly goOn?: (progress: SnapshotProgress) => Promise<boolean>;
}

/** Progress of a run in sequence numbers: `fromSeq <= seq <= toSeq`. */
export interface SnapshotProgress {
  readonly fromSeq: number;
  readonly seq: number;
  readonly toSeq: number;
}

export interface Run {
  readonly ports: SnapshotPorts;
  readonly kinds: CountingRules;
  readonly changeLog: ChangeLogMode;
  readonly bounds: SnapshotBounds;
  readonly feed: FeedRules;
  readonly toSeq: number;
  readonly excluded: ReadonlySet<number>;
  /** Installs that do not count as witnesses yet. Their records are in the feed, but their claims are not counted. */
  readonly waiting: ReadonlySet<number>;
  readonly familiesApart: boolean;
  readonly installAgeDays: number;
  readonly goOn: (seq: number) => Promise<boolean>;
  cursor: EvidenceCursor;
  /**
   * UTC day of dataAsOf on which the newest rates were estimated, if only records received on that day or later were
   * counted since. Their windows from before that day have then not changed. Otherwise null.
   */
  ratesDay: number | null;
  row: SnapshotRow | null;
  /** True if records that must enter the feed again are waiting for another snapshot. */
  hasMoreAgain: boolean;
  /** Time from which the next snapshot writes facts even if more records are waiting. */
  factsDueMs: number;
  readonly factsEveryMs: number;
  damaged: number;
}
