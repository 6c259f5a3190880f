import assert from "node:assert/strict";
import { headingText } from "../../../src/manuals/formats/_heading_text.ts";
import { withoutTemplateMarkup } from "../../../src/manuals/formats/_template_markup.ts";
import { growth } from "../../kit/growth.ts";

const TITLES: Readonly<Record<string, string>> = {
  '{{% heading "whatsnext" %}}': "whatsnext",
  "{{< heading `objectives` >}}": "objectives",
  'Pods {{< feature-state for_k8s_version="v1.29" state="beta" >}}': "Pods",
  '{{< glossary_tooltip text="Pods" term_id="pod" >}} and more':
    "Pods and more",
  "Install {/* #install */}": "Install",
  "Install {#install}": "Install",
  "Install {#install} {{< badge >}} now": "Install now",
  "Install {: .no_toc #x}": "Install",
  "{% include x.html %} Title {{ page.version }}": "Title",
  "The `{{ .Values }}` object": "The {{ .Values }} object",
  "The `{{< x >}}` shortcode": "The {{< x >}} shortcode",
  "Map {a: 1} and {}": "Map {a: 1} and {}",
  "Unclosed {{< call": "Unclosed {{< call",
  "{{< only-markup >}}": "{{< only-markup >}}",
};

Deno.test("headingText() shows no markup of templates", () => {
  for (const [source, title] of Object.entries(TITLES)) {
    assert.equal(headingText(source), title, source);
  }
});

Deno.test("withoutTemplateMarkup() cleans titles that are no Markdown", () => {
  assert.equal(withoutTemplateMarkup("A *b* {{< c >}}"), "A *b*");
  assert.equal(withoutTemplateMarkup("{{< c >}}"), "{{< c >}}");
  assert.equal(withoutTemplateMarkup("plain"), "plain");
});

Deno.test("withoutTemplateMarkup() is linear in openings without an end", () => {
  for (const part of ["{{<", "{", "{%", "{/*", "{#a ", '{{< text="']) {
    const grown = growth(
      (n) => void withoutTemplateMarkup(part.repeat(n)),
      5000,
    );
    assert.ok(grown < 8, `${part}: ${grown}`);
  }
});
