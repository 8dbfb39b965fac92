import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { createPicturePainter } from '../../../adapters/pictures/painter.ts';
import { box, createCanvas, disc, fill, LEVELS } from '../../../adapters/pictures/raster.ts';
import { PICTURE_SIZE, type SharedPicture } from '../../../domain/ports/pictures.ts';
import { HOSTILE_NAMES, itemFact, npcFact, pageAt } from '../../http/endpoints/browse_support.ts';
import { createWorld } from '../../http/support.ts';
import { anyText } from '../../support/any_text.ts';

const { width, height } = PICTURE_SIZE;

/** Reads the palette of one of our PNG files, and the palette index of each pixel. */
function read(png: Uint8Array) {
  const bytes = Buffer.from(png);
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR')!;
  const [wide, high] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT')!);
  assert.equal(rows.length, (wide + 1) * high);
  return { wide, high, palette: chunks.get('PLTE')!, rows };
}

const PICTURE: SharedPicture = {
  kind: 'Item',
  title: 'Linen Cloth',
  otherwise: 'Item 2589',
  quality: 'epic',
  serviceName: 'Third Witness',
  lines: ['Drops from Defias Thug'],
};

const painter = createPicturePainter();
function painted(said: Partial<SharedPicture> = {}): Promise<Uint8Array> {
  return painter.paint({ ...PICTURE, ...said });
}

test('the checksum of each chunk is that of PNG', async () => {
  // The last chunk is the same in every PNG file.
  assert.equal(
    Buffer.from(await painted())
      .subarray(-12)
      .toString('hex'),
    '0000000049454e44ae426082',
  );
});

test('a picture has the right size and the colour of its quality, and each word changes it', async () => {
  const { wide, high, palette } = read(await painted());
  assert.deepEqual([wide, high], [width, height]);
  assert.deepEqual([...palette.subarray(-3)], [0xc9, 0x8a, 0xff]);
  assert.deepEqual(await painted(), await painted(), 'the same words make the same picture');
  const others = [
    { title: 'Wool Cloth' },
    { kind: 'Quest' },
    { lines: [] },
    { serviceName: 'Other' },
    { quality: 'rare' as const },
  ];
  for (const other of others) assert.notDeepEqual(await painted(other), await painted(), JSON.stringify(other));
});

test('accented and Cyrillic letters are drawn, and a name that the font lacks is replaced by the number', async () => {
  assert.notDeepEqual(await painted({ title: 'Königin' }), await painted({ title: 'Konigin' }));
  assert.notDeepEqual(await painted({ title: 'Мурлок' }), await painted({ title: 'Мурло' }));
  const numbered = await painted({ title: 'Item 2589' });
  for (const title of ['亞麻布', '린넨 옷감', 'كتان', '', '\u202e'])
    assert.deepEqual(await painted({ title }), numbered, title);
  assert.deepEqual(await painted({ lines: ['亞麻布'] }), await painted({ lines: [] }));
});

test('any text makes a valid picture', async () => {
  const text = fc.oneof(anyText({ maxLength: 300 }), fc.constantFrom(...HOSTILE_NAMES, 'W '.repeat(400)));
  await fc.assert(
    fc.asyncProperty(text, text, async (title, line) => {
      const { wide, high } = read(await painted({ title, lines: [line, line, line, line] }));
      assert.deepEqual([wide, high], [width, height]);
    }),
    { numRuns: 15 },
  );
});

/** Returns the covered area in pixels, with partly covered pixels added up. */
function areaOf(draw: (canvas: ReturnType<typeof createCanvas>) => void): number {
  const canvas = createCanvas(40, 40);
  draw(canvas);
  return canvas.pixels.reduce((sum, pixel) => sum + (pixel % LEVELS), 0) / (LEVELS - 1);
}

test('shapes cover the expected area and are clipped at the edges', () => {
  assert.equal(
    areaOf((canvas) => fill(canvas, 0, box(3, 4, 13, 9))),
    50,
  );
  assert.ok(Math.abs(areaOf((canvas) => fill(canvas, 1, box(2.5, 2, 4.25, 6))) - 7) < 0.1);
  assert.ok(Math.abs(areaOf((canvas) => fill(canvas, 1, disc(20.3, 19.6, 12))) - Math.PI * 144) < 4);
  assert.equal(
    areaOf((canvas) => fill(canvas, 0, box(-50, -50, 90, 90))),
    1_600,
  );
  assert.equal(
    areaOf((canvas) => fill(canvas, 0, box(35, 35, 90, 90))),
    25,
  );
  for (const away of [box(50, 0, 60, 9), box(0, 50, 9, 60), box(-20, 0, -10, 9), []]) {
    assert.equal(
      areaOf((canvas) => fill(canvas, 0, away)),
      0,
    );
  }
});

test('every entity with a page has a picture that the page names, and the instance has a picture and an icon', async () => {
  const world = createWorld({ settings: { publicUrl: 'https://a.example/data' } });
  await world.write({ facts: [itemFact(5, 'Epic Axe', 'epic'), npcFact(6, 'Kobold Vermin')] });
  for (const path of ['/picture.png', '/item/5/picture.png', '/npc/6/picture.png']) {
    const { status, headers, bytes } = await world.ask(path, { headers: { 'accept-encoding': 'br' } });
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'], path);
    assert.equal(headers.get('content-encoding'), null, 'a picture is packed in itself');
    assert.equal(headers.get('cache-control'), 'public, max-age=3600');
    assert.equal(read(bytes).wide, width);
  }
  assert.equal((await world.ask('/item/6/picture.png')).status, 404);
  assert.equal((await world.ask('/item/x/picture.png')).status, 400);
  for (const path of ['/icon.png', '/favicon.ico']) assert.equal(read((await world.ask(path)).bytes).wide, 32);
  assert.match((await world.ask('/icon.svg')).text, /^<svg xmlns=/);
  const text = await pageAt(world, '/npcs');
  assert.ok(text.includes('<meta property="og:image" content="https://a.example/data/picture.png">'));
  assert.ok(text.includes('<link rel="icon" type="image/svg+xml" href="/data/icon.svg">'));
  world.breakStorage(true);
  assert.equal((await world.ask('/npc/7/picture.png')).status, 503);
});
