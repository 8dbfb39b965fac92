import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { html as honos } from 'hono/html';
import { html, markAsHtml } from '../../../http/pages/html.ts';

const leaf = fc.oneof(
  fc.string({ unit: fc.constantFrom('&', '<', '>', '"', "'", 'a', 'é', '\u202e', '😀', '&amp;') }),
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, undefined, true, false),
);

test('html writes the same as the html function of hono, for lists and nested templates', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(leaf, fc.array(fc.oneof(leaf, fc.array(leaf))))), fc.string(), (values, text) => {
      const by = (tag: typeof honos) =>
        String(
          tag`<p class="${text}">${values}${tag`<b>${text}</b>`}${values.map((value) => tag`<i>${value}</i>\n`)}</p>`,
        );
      assert.equal(by(html as unknown as typeof honos), by(honos));
    }),
  );
});

test('templates of html and hono can be nested in each other', () => {
  assert.equal(String(html`<p>${honos`<b>${'<'}</b>`}</p>`), '<p><b>&lt;</b></p>');
  assert.equal(String(honos`<p>${html`<b>${'<'}</b>`}${[html`<i></i>`]}</p>`), '<p><b>&lt;</b><i></i></p>');
});

test('finished HTML is inserted unchanged, also within a template of hono', () => {
  const text = String(html`<b>${'<'}</b>`);
  assert.equal(String(html`<p>${markAsHtml(text)}</p>`), '<p><b>&lt;</b></p>');
  assert.equal(String(honos`<p>${markAsHtml(text)}</p>`), '<p><b>&lt;</b></p>');
  assert.equal(String(html`<p>${text}</p>`), '<p>&lt;b&gt;&amp;lt;&lt;/b&gt;</p>', 'a string is not finished');
});

test('an object that only claims to be escaped is escaped', () => {
  const forged = { isEscaped: true, toString: () => '<script>' };
  assert.equal(String(html`<p>${forged}</p>`), '<p>&lt;script&gt;</p>');
  assert.equal(String(html`<p>${JSON.parse('{"isEscaped":true}')}</p>`), '<p>[object Object]</p>');
});
