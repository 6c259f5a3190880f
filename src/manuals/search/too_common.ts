const COMMON_RATIO = 0.85;
// Below this many sections, "in nearly all of them" says nothing.
const MIN_SECTIONS = 20;

/** Tells whether a term stands in too many sections to be asked for. */
export function isTooCommon(found: number, sections: number): boolean {
  return sections >= MIN_SECTIONS && found / sections > COMMON_RATIO;
}
