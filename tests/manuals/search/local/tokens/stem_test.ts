import assert from "node:assert/strict";
import { stem } from "../../../../../src/manuals/search/local/tokens/stem.ts";

const STEMS: Readonly<Record<string, string>> = {
  caresses: "caress",
  ponies: "poni",
  cats: "cat",
  feed: "feed",
  agreed: "agre",
  plastered: "plaster",
  motoring: "motor",
  sing: "sing",
  hopping: "hop",
  falling: "fall",
  filing: "file",
  rained: "rain",
  activated: "activ",
  happy: "happi",
  relational: "relat",
  digitizer: "digit",
  operator: "oper",
  triplicate: "triplic",
  formalize: "formal",
  electrical: "electr",
  adoption: "adopt",
  adjustment: "adjust",
  probate: "probat",
  rate: "rate",
  controll: "control",
  roll: "roll",
  is: "is",
};

Deno.test("stem() follows Porter's rules step by step", () => {
  for (const [word, wanted] of Object.entries(STEMS)) {
    assert.equal(stem(word), wanted, word);
  }
});

Deno.test("stem() joins the forms of a word", () => {
  const forms = ["connect", "connected", "connecting", "connection"];
  assert.equal(new Set(forms.map(stem)).size, 1);
  assert.equal(stem("seeing"), stem("see"));
  assert.equal(stem("going"), stem("go"));
  assert.equal(stem("remembering"), stem("remember"));
});
