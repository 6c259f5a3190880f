import ts from "typescript";

/** A pattern in the source, or the place of one that is constructed there. */
export interface FoundRegex {
  /** File and line. */
  readonly place: string;
  /** Absent when it is put together while the program runs. */
  readonly regex?: RegExp;
}

/**
 * Lists the regular expressions of a module: literals, `new RegExp(...)` and
 * the patterns of schemas, which become expressions in `validate()`.
 */
export function findRegexes(path: string, text: string): FoundRegex[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: FoundRegex[] = [];
  function visit(node: ts.Node): void {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const place = `${path}:${line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const regex = new RegExp(
        node.text.slice(1, end),
        node.text.slice(end + 1),
      );
      found.push({ place, regex });
    } else if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText() === "RegExp"
    ) {
      found.push({ place });
    } else if (
      ts.isPropertyAssignment(node) && node.name.getText() === "pattern" &&
      ts.isStringLiteralLike(node.initializer)
    ) {
      found.push({ place, regex: new RegExp(node.initializer.text, "u") });
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}
