import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeHeldRecords } from '../../../../http/browser/contribution/held_back.ts';
import { readNotes, type SessionNote, writeNote } from '../../../../http/browser/upload/notes.ts';

function storageOf(text: string | null = null) {
  let stored = text;
  return {
    getItem: () => stored,
    setItem: (_: string, value: string) => {
      stored = value;
    },
  };
}

function note(session: string, fields: Partial<SessionNote> = {}): SessionNote {
  return { session, file: 'F.lua 5 1', isStored: false, leftOut: {}, refused: 0, reasons: [], ...fields };
}

test('the note of a session replaces its earlier one, and the oldest notes are forgotten', () => {
  const storage = storageOf();
  for (let n = 0; n < 25; n++) writeNote(storage, note(`s${n}`));
  writeNote(storage, note('s10', { isStored: true }));
  const notes = readNotes(storage);
  assert.deepEqual([notes.length, notes[0]?.session, notes[0]?.isStored, notes[1]?.session], [20, 's10', true, 's24']);
  assert.equal(new Set(notes.map(({ session }) => session)).size, 20);
});

test('a browser without storage, and content of another release, have no notes', () => {
  writeNote(null, note('a'));
  assert.deepEqual(readNotes(null), []);
  for (const text of ['', '{', '{}', '[1,null,{"session":5}]']) assert.deepEqual(readNotes(storageOf(text)), [], text);
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  };
  writeNote(full, note('a'));
});

test('what was held back is said in players’ words', () => {
  const reasons = [{ kind: 'npc_sighting', reason: 'level must be at most 100; got 900.', count: 2 }];
  assert.deepEqual(describeHeldRecords(note('a', { leftOut: { gold: 1_200 }, refused: 5, reasons })), [
    '1,200 records about your gold: you did not choose to share them.',
    'Creatures and people seen, 2 records: level must be at most 100; got 900.',
    '3 records: refused for other reasons.',
  ]);
  assert.deepEqual(describeHeldRecords(note('a')), []);
});
