/** Tells the date in one time zone. */
export interface Calendar {
  /** IANA name of the zone. */
  readonly timeZone: string;
  /**
   * The date there, as YYYY-MM-DD.
   *
   * @throws {RangeError} when the zone does not exist
   */
  dateOf(epochMs: number): string;
}

/**
 * Makes a calendar. `Intl` is touched by the first `dateOf` and its formatter
 * kept: making one costs a hundred times more than using it, and loading
 * `Intl` would slow down the start.
 */
export function createCalendar(timeZone: string): Calendar {
  let format: Intl.DateTimeFormat | undefined;
  return {
    timeZone,
    dateOf(epochMs): string {
      format ??= new Intl.DateTimeFormat("en-US", {
        timeZone,
        calendar: "gregory",
        numberingSystem: "latn",
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
      });
      const part = new Map(
        format.formatToParts(epochMs).map((p) => [p.type, p.value]),
      );
      const year = (part.get("year") ?? "").padStart(4, "0");
      return `${year}-${part.get("month")}-${part.get("day")}`;
    },
  };
}
