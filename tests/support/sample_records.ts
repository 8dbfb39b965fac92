import { createHash } from 'node:crypto';
import type { Sender } from '../../domain/ports/intake.ts';
import type { AdmittedRecord, NewUpload } from '../../domain/ports/uploads.ts';

/** The time at which uploads are received in these tests. */
export const NOW = '2026-11-21T12:00:00Z';
export const NOW_MS = Date.parse(NOW);

export const INSTALL = 'install-aaaaaaaa';
export const OTHER_INSTALL = 'install-bbbbbbbb';

/** The sender of the uploads in these tests. */
export const SENDER: Sender = { network: '192.0.2.0/24' };

type Fields = Readonly<Record<string, unknown>>;

/** A loot record as an addon sends it. `fields` replaces or adds fields, and removes those that are undefined. */
export function loot(fields: Fields = {}): Fields {
  return {
    kind: 'loot',
    installId: INSTALL,
    eventId: 'event-1',
    capturedAt: '2026-11-20T10:00:00Z',
    sourceNpcId: 721,
    sourceEvidence: 'loot-api',
    items: [{ itemId: 2589, count: 1 }],
    ...fields,
  };
}

export function owned(fields: Fields = {}): Fields {
  return {
    kind: 'achievement_owned',
    characterKey: '0a1b2c3d',
    class: 'MAGE',
    level: 60,
    capturedAt: '2026-11-20T10:00:00Z',
    achievementId: 6,
    completed: true,
    ...fields,
  };
}

export function scan(realm: string, fields: Fields = {}): Fields {
  return {
    kind: 'auction_scan',
    installId: INSTALL,
    capturedAt: '2026-11-20T10:00:00Z',
    realm,
    scanId: 'scan-1',
    items: [{ itemId: 2589, unitPriceCopper: 5, quantity: 20 }],
    ...fields,
  };
}

/** Wraps records in an upload, as a sender does. */
export function envelope(records: readonly unknown[], fields: Fields = {}): Fields {
  return {
    addonVersion: '1.4.2',
    ...fields,
    records,
  };
}

export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A record as the writer receives it. Its digest is computed from the body. */
export function admitted(fields: Partial<AdmittedRecord> = {}): AdmittedRecord {
  const body = fields.body ?? '{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","items":[]}';
  const capturedAtMs = Date.parse('2026-11-20T10:00:00Z');
  return {
    index: 0,
    kind: 'loot',
    installId: INSTALL,
    eventId: 'event-1',
    capturedAtMs,
    grants: [],
    ...fields,
    body,
    digest: sha256(body),
  };
}

let uploadsMade = 0;

export function upload(records: readonly AdmittedRecord[], fields: Partial<NewUpload> = {}): NewUpload {
  return {
    uploadId: String(++uploadsMade).padStart(26, '0'),
    receivedAtMs: NOW_MS,
    addonVersion: '1.4.2',
    clientBuild: null,
    protocol: null,
    locale: null,
    records,
    ...fields,
  };
}
