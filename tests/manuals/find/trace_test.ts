import assert from "node:assert/strict";
import { completeTrace } from "../../../src/manuals/find/trace.ts";

Deno.test("004 §4: completeTrace() moves the diagnosis of an old trace into applied", () => {
  const old = {
    trace_id: "t",
    required_effect_status: "required_effective",
    selected_gate: "g0",
    gate_selection_reason: "old",
    requested_required_terms: ["a"],
    applied: { manual_id: "m", gate_selection_reason: "kept" },
  };
  assert.deepEqual(completeTrace(old), {
    trace_id: "t",
    applied: {
      manual_id: "m",
      required_effect_status: "required_effective",
      selected_gate: "g0",
      requested_required_terms: ["a"],
      gate_selection_reason: "kept",
    },
  });
  assert.deepEqual(completeTrace({ selected_gate: "g0" }), {
    applied: { selected_gate: "g0" },
  });
});
