/** Tells the date in one time zone. */
export interface Calendar {
  /** IANA name of the zone; that of the machine when made for `auto`. */
  readonly timeZone: string;
  /**
   * The date there, as YYYY-MM-DD.
   *
   * @throws {RangeError} when the zone does not exist
   */
  dateOf(epochMs: number): string;
}

/** Stands for the zone of the machine. */
const MACHINE = "auto";

/**
 * Makes a calendar. `Intl` is touched by the first `dateOf` and its formatter
 * kept: making one costs a hundred times more than using it, and loading
 * `Intl` would slow down the start.
 */
export function createCalendar(timeZone: string): Calendar {
  let made: Intl.DateTimeFormat | undefined;
  let machines: string | undefined;
  const format = (): Intl.DateTimeFormat =>
    made ??= new Intl.DateTimeFormat("en-US", {
      ...timeZone !== MACHINE && { timeZone },
      calendar: "gregory",
      numberingSystem: "latn",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  return {
    get timeZone(): string {
      if (timeZone !== MACHINE) return timeZone;
      return machines ??= nameOfZone(format());
    },
    dateOf(epochMs): string {
      // Not in parts, which take twice as long.
      const [month, day, year = ""] = format().format(epochMs).split("/");
      return `${year.padStart(4, "0")}-${month}-${day}`;
    },
  };
}

/** Of a zone such as that of `TZ=JST-9` only the hours are known. */
function nameOfZone(format: Intl.DateTimeFormat): string {
  const { timeZone } = format.resolvedOptions();
  if (timeZone && timeZone !== "Etc/Unknown") return timeZone;
  const hours = new Intl.DateTimeFormat("en", { timeZoneName: "longOffset" });
  const parts = hours.formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "UTC";
}
