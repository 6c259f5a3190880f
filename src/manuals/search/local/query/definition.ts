const ASKS =
  /とは|定義|意味|概要|\b(?:what (?:is|are)|define|definition|meaning|overview)\b/i;
const PROMISES =
  /とは|定義|概要|用語|はじめに|\b(?:definition|overview|introduction|glossary|concepts?|what (?:is|are))\b/i;

/** Tells whether a query asks what something is. */
export function asksDefinition(query: string): boolean {
  return ASKS.test(query);
}

/** Tells whether a title promises to say what something is. */
export function isDefinitionTitle(
  title: string,
  own: readonly string[],
): boolean {
  return PROMISES.test(title) || own.some((word) => title.includes(word));
}
