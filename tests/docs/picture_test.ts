import assert from "node:assert/strict";
import { exists } from "../../scripts/docs/known_names.ts";
import { renderPicture } from "../../scripts/docs/picture.ts";

const TWO =
  "title T\nbox a 0,0 A & B | what | src/main.ts\nbox b 1,1 C | x |\n";

Deno.test("renderPicture() draws boxes, arrows and labels, escaped", () => {
  const svg = renderPicture(`${TWO}arrow a b a<b\n`);
  assert.equal(svg.match(/<rect class="box"/g)?.length, 2);
  assert.match(svg, /A &amp; B/);
  assert.match(svg, />a&lt;b</);
  assert.match(svg, /<polygon class="tip"/);
});

Deno.test("renderPicture() needs no font from elsewhere and knows dark pages", () => {
  const svg = renderPicture(TWO);
  assert.match(svg, /prefers-color-scheme: dark/);
  assert.doesNotMatch(
    svg.replace('xmlns="http://www.w3.org/2000/svg"', ""),
    /https?:/,
  );
});

Deno.test("renderPicture() refuses unknown boxes, words and long texts", () => {
  assert.throws(() => renderPicture(`${TWO}arrow a c\n`), /No box/);
  assert.throws(() => renderPicture("circle a"), /Cannot draw/);
  const long = "x".repeat(80);
  assert.throws(() => renderPicture(`box a 0,0 A | ${long} |`), /Too long/);
});

Deno.test("pictures name files that exist", () => {
  const folder = new URL("../../docs/pictures/", import.meta.url);
  for (const { name } of Deno.readDirSync(folder)) {
    if (!name.endsWith(".txt")) continue;
    const text = Deno.readTextFileSync(new URL(name, folder));
    const below = /Paths are below (\S+\/)/.exec(text)?.[1] ?? "";
    const files = [...text.matchAll(/^box .*\| (\S+)$/gm)]
      .map(([, file = ""]) => below + file);
    assert.ok(files.length > 5);
    assert.deepEqual(files.filter((file) => !exists(file)), []);
  }
});
