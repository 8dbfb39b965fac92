import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { openUploadWriter } from '../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../adapters/random.ts';
import { createIntake } from '../../../domain/intake/create_intake.ts';
import { answerUpload, presentOutcome } from '../../../http/intake/present.ts';
import { parseEnvelope } from '../../../schema/parse_envelope.ts';
import { parseRecord } from '../../../schema/parse_record.ts';
import { inFolder } from '../../adapters/libsql/uploads/uploads_stores.ts';
import { bytesOf, envelope, INSTALL, NOW_MS, SENDER } from '../../support/sample_records.ts';
import { storeOldRecords } from '../../support/stored_records.ts';
import { SILENT } from '../snapshot/support.ts';

const AT = '2026-11-20T10:00:00Z';

function item(name: string, fields: object = {}) {
  return {
    kind: 'item_seen',
    installId: INSTALL,
    capturedAt: AT,
    itemId: 5,
    name,
    quality: 'rare',
    ...fields,
  };
}

/** Returns the outcome of an item that 0.4.0 stored and that is sent again, under the same eventId or without one. */
async function outcomeOf(kept: string, sent: string, eventId?: string, keptAt = AT): Promise<string> {
  let outcome = '';
  await inFolder(async (at) => {
    const path = join(at, 'uploads.db');
    const open = () => openUploadWriter(path, { random: systemRandom, create: true });
    await (await open()).close();
    const body = JSON.stringify({ kind: 'item_seen', capturedAt: keptAt, itemId: 5, name: kept, quality: 'rare' });
    await storeOldRecords(path, INSTALL, [{ eventId, body }]);
    const uploads = await open();
    try {
      const intake = createIntake({
        parseEnvelope,
        parseRecord,
        present: presentOutcome,
        uploads,
        digest: nodeDigest,
        random: systemRandom,
        log: SILENT,
        clock: { nowMs: () => NOW_MS },
      });
      const record = item(sent, eventId === undefined ? {} : { eventId });
      const { body: answer } = await answerUpload(intake.take(bytesOf(envelope([record])), SENDER));
      const { accepted, rejected } = JSON.parse(answer) as {
        accepted: readonly { duplicate: boolean }[];
        rejected: readonly { code: string }[];
      };
      outcome = rejected[0]?.code ?? (accepted[0]?.duplicate === true ? 'again' : 'new');
    } finally {
      await uploads.close();
    }
  });
  return outcome;
}

const SPACED = ['Ragged\u00a0Wolf', 'Ragged  Wolf', 'Ragged\u3000\u2009 \u3000Wolf', 'Ragged Wolf', 'Ragged\u1680Wolf'];

test('a record that was stored with other spaces is recognised, in its old spelling and with plain spaces', async () => {
  for (const eventId of [undefined, 'event-of-old']) {
    for (const kept of SPACED) {
      for (const sent of [kept, 'Ragged Wolf', 'Ragged\u205fWolf']) {
        assert.equal(await outcomeOf(kept, sent, eventId), 'again', JSON.stringify({ kept, sent, eventId }));
      }
    }
    const other = eventId === undefined ? 'new' : 'event-reused';
    assert.equal(
      await outcomeOf('Ragged\u00a0Wolf', 'RaggedWolf', eventId),
      other,
      'a name without the space is another',
    );
  }
  const moment = '2026-11-20T10:00:00.000Z';
  assert.equal(await outcomeOf('Ragged\u00a0Wolf', 'Ragged Wolf', undefined, moment), 'again', 'with its moment, too');
});
