import ts from "typescript";

/** One small defect that a test should notice. */
export interface Mutant {
  /** Offsets of what is replaced. */
  readonly start: number;
  readonly end: number;
  /** What stands there instead. */
  readonly text: string;
}

const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
  [ts.SyntaxKind.PercentToken, "*"],
  [ts.SyntaxKind.QuestionQuestionToken, "&&"],
  [ts.SyntaxKind.PlusEqualsToken, "-="],
  [ts.SyntaxKind.MinusEqualsToken, "+="],
]);

/** Every mutant of a module, in the order of its text. */
export function mutantsOf(source: string): Mutant[] {
  const file = ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest);
  const found: Mutant[] = [];
  const replace = (node: ts.Node, ...texts: readonly string[]): void => {
    const start = node.getStart(file);
    for (const text of texts) {
      if (text === node.getText(file)) continue;
      found.push({ start, end: node.end, text });
    }
  };
  // Inside of a size or a time that no test can tell from one more.
  let roomy = false;
  function visit(node: ts.Node): void {
    // Types and imports are not part of what runs.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = OPERATORS.get(node.operatorToken.kind);
      if (other !== undefined) replace(node.operatorToken, other);
    } else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
      replace(node.expression, "true", "false");
    } else if (ts.isConditionalExpression(node)) {
      // What is thrown is an error: nothing else can be told from it.
      if (isErrorCheck(node.condition)) replace(node.condition, "false");
      else replace(node.condition, "true", "false");
    } else if (ts.isNumericLiteral(node)) {
      if (!roomy) replace(node, `(${node.text} + 1)`);
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
      replace(node, "false");
    } else if (node.kind === ts.SyntaxKind.FalseKeyword) {
      replace(node, "true");
    } else if (isNegation(node)) {
      replace(node, node.operand.getText(file));
    } else if (ts.isExpressionStatement(node) && !isForCompiler(node)) {
      replace(node, ";");
    } else if (ts.isReturnStatement(node) && node.expression) {
      // Callers take `false` and `undefined` alike; `true` is tried instead.
      const { kind } = node.expression;
      if (kind !== ts.SyntaxKind.FalseKeyword) {
        replace(node, "return undefined;");
      }
    } else if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) {
      replace(node, ";");
    }
    const outer = roomy;
    roomy ||= isRoomy(node);
    ts.forEachChild(node, visit);
    roomy = outer;
  }
  visit(file);
  return found.sort((a, b) => a.start - b.start);
}

function isNegation(node: ts.Node): node is ts.PrefixUnaryExpression {
  return ts.isPrefixUnaryExpression(node) &&
    node.operator === ts.SyntaxKind.ExclamationToken;
}

/** A byte or a millisecond more than `MAX_BYTES` or `RETRY_MS` is no defect. */
function isRoomy(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) &&
    /^[A-Z_]+_(?:BYTES|MS)$/.test(node.name.text);
}

function isErrorCheck(node: ts.Expression): boolean {
  return ts.isBinaryExpression(node) && ts.isIdentifier(node.right) &&
    node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
    node.right.text === "Error";
}

/** Makes a class of a class, or says something to the compiler alone. */
function isForCompiler({ expression }: ts.ExpressionStatement): boolean {
  return ts.isSatisfiesExpression(expression) ||
    ts.isCallExpression(expression) &&
      expression.expression.kind === ts.SyntaxKind.SuperKeyword;
}

/** The module with the defect. */
export function applyMutant(source: string, mutant: Mutant): string {
  return source.slice(0, mutant.start) + mutant.text +
    source.slice(mutant.end);
}

/** The line that it is on, from 1. */
export function lineOf(source: string, { start }: Mutant): number {
  return source.slice(0, start).split("\n").length;
}

/** The text of that line. */
export function lineTextOf(source: string, mutant: Mutant): string {
  return source.split("\n")[lineOf(source, mutant) - 1]?.trim() ?? "";
}

/** What was there and what is there now, each on one line. */
export function wasAndNow(
  source: string,
  { start, end, text }: Mutant,
): { was: string; now: string } {
  const [first = "", more] = source.slice(start, end).split("\n");
  const was = more === undefined ? first : `${first} …`;
  return { was, now: text === ";" ? "gone" : text };
}
