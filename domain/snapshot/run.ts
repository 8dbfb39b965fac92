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
import type { KindRules } from './counting_records.ts';
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
  readonly kinds: KindRules;
  readonly feedTime: FeedTime;
  /** An install is a witness from this day of its first sending on, in days after the first. Default: 0. */
  readonly installAgeDays?: number;
  /** Any three witnesses come from so many client networks (domain/intake/network_rule.ts). Default: 1. */
  readonly witnessNetworks?: number;
  /** The UTC day by which the age of installs is judged. Default: today, and none before that of an earlier run. */
  readonly witnessDay?: number | null;
  /** `silent` for a rebuild, whose facts were public before. */
  readonly changeLog: ChangeLogMode;
  readonly bounds?: SnapshotBounds;
  /** Records beyond this one are left for another run; default: the newest kept when the run begins. */
  readonly toSeq?: number;
  /** `dataAsOf` is this at least: it never goes back, also by a rebuild. */
  readonly dataAsOfMs?: number | null;
  /** Called between two steps, after what is done is durable; false stops the run there. Default: always go on. */
  readonly goOn?: (progress: SnapshotProgress) => Promise<boolean>;
}

/** How far a run has come, in record numbers: `fromSeq <= seq <= toSeq`. */
export interface SnapshotProgress {
  readonly fromSeq: number;
  readonly seq: number;
  readonly toSeq: number;
}

/** A run under way: where evidence and snapshot stand now. */
export interface Run {
  readonly ports: SnapshotPorts;
  readonly kinds: KindRules;
  readonly changeLog: ChangeLogMode;
  readonly bounds: SnapshotBounds;
  readonly feed: FeedRules;
  readonly toSeq: number;
  readonly excluded: ReadonlySet<number>;
  /** Installs that are no witnesses yet: their records stand in the feed, and nothing that they tell counts. */
  readonly waiting: ReadonlySet<number>;
  /** Installs of different address families are not added up. */
  readonly familiesApart: boolean;
  readonly goOn: (seq: number) => Promise<boolean>;
  cursor: EvidenceCursor;
  row: SnapshotRow | null;
  /** Records that stood in the feed before wait for another snapshot to stand in it again. */
  hasMoreAgain: boolean;
  /** From when on the next snapshot states facts, also where more records wait. */
  factsDueMs: number;
  readonly factsEveryMs: number;
  damaged: number;
}
