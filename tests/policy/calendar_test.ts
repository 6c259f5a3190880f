import assert from "node:assert/strict";
import { createCalendar } from "../../src/policy/calendar.ts";
import { MANUAL_START } from "../kit/manual_clock.ts";

Deno.test("createCalendar() tells the date of its own zone", () => {
  const dateIn = (zone: string, time = MANUAL_START): string =>
    createCalendar(zone).dateOf(time);
  assert.equal(dateIn("Asia/Tokyo"), "2026-11-16");
  assert.equal(dateIn("UTC"), "2026-11-15");
  assert.equal(dateIn("America/Los_Angeles"), "2026-11-15");
  const midnight = Date.UTC(2026, 0, 1);
  assert.equal(dateIn("UTC", midnight - 1), "2025-12-31");
  assert.equal(dateIn("UTC", midnight), "2026-01-01");
  assert.equal(dateIn("UTC", Date.UTC(800, 0, 5)), "0800-01-05");
});

Deno.test("createCalendar() takes auto for the zone of the machine", () => {
  const calendar = createCalendar("auto");
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  assert.equal(calendar.timeZone, timeZone);
  assert.equal(
    calendar.dateOf(MANUAL_START),
    createCalendar(timeZone).dateOf(MANUAL_START),
  );
});

Deno.test("createCalendar() looks at its zone only when asked for a date", () => {
  const calendar = createCalendar("Mars/Olympus");
  assert.equal(calendar.timeZone, "Mars/Olympus");
  assert.throws(() => calendar.dateOf(0), RangeError);
});

Deno.test("createCalendar() tells the hours where the machine's zone has no name", () => {
  const { prototype } = Intl.DateTimeFormat;
  const { resolvedOptions } = prototype;
  try {
    for (const timeZone of ["Etc/Unknown", undefined]) {
      const unnamed = { timeZone } as Intl.ResolvedDateTimeFormatOptions;
      prototype.resolvedOptions = () => unnamed;
      assert.match(createCalendar("auto").timeZone, /^GMT/);
    }
  } finally {
    prototype.resolvedOptions = resolvedOptions;
  }
});
