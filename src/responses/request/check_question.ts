import { FORMATS, isWithin, normalizeDomain } from "../../schema/formats.ts";
import type { Issue } from "../../schema/validate.ts";
import { show } from "../../text/show.ts";
import { invalidArguments } from "./invalid_arguments.ts";
import type { ResponsesSettings } from "../settings.ts";
import { blockedDomains, hasSearch } from "./web_search.ts";

const RESPONSE_ID = /^[\x21-\x7e]+$/;

/** The part of a question that its schema cannot check. */
export interface Checkable {
  /** The argument that holds the question, and its text. */
  readonly text: readonly [field: string, value: string];
  readonly domains?: readonly string[] | undefined;
  readonly previousResponseId?: string | undefined;
}

/**
 * Checks what a schema cannot say, before anything is paid for, and gives the
 * host names to search.
 *
 * @throws {ResponsesError} naming every argument that is wrong
 */
export function checkQuestion(
  question: Checkable,
  settings: ResponsesSettings,
): string[] {
  const issues: Issue[] = [];
  const [field, text] = question.text;
  if (text.trim() === "") {
    const want = "a question that is not blank";
    issues.push({ path: [field], got: show(text), want });
  }
  const domains = checkDomains(question.domains, settings, issues);
  const id = question.previousResponseId;
  if (id !== undefined) {
    issues.push(...checkResponseId("previous_response_id", id, settings));
  }
  if (issues.length > 0) throw invalidArguments(issues);
  return domains;
}

function checkDomains(
  given: readonly string[] | undefined,
  settings: ResponsesSettings,
  issues: Issue[],
): string[] {
  const path = given ? "domains" : "search.defaults.domains";
  if (given && given.length > 0 && !hasSearch(settings)) {
    const want = "none, as search.tool is none and nothing is searched";
    issues.push({ path: [path], got: show(given), want });
  }
  const blocked = blockedDomains(settings);
  const domains = new Set<string>();
  for (
    const [i, text] of (given ?? settings.search.defaults.domains).entries()
  ) {
    const domain = normalizeDomain(text);
    if (domain !== undefined && isWithin(domain, blocked)) {
      const want = "a host name that search.blocked_domains does not block";
      issues.push({ path: [path, i], got: show(text), want });
    } else if (domain !== undefined) domains.add(domain);
    else {
      const want = FORMATS["host-name"].words;
      issues.push({ path: [path, i], got: show(text), want });
    }
  }
  return [...domains];
}

/** Checks the id of an earlier answer. */
export function checkResponseId(
  field: string,
  id: string,
  settings: ResponsesSettings,
): Issue[] {
  const path = [field];
  if (!RESPONSE_ID.test(id)) {
    const want =
      "the response_id of an earlier answer: 1 to 256 printable characters without spaces";
    return [{ path, got: show(id), want }];
  }
  if (settings.responses.store) return [];
  const want =
    "none, as responses.store is false and no answer is kept to continue from";
  return [{ path, got: show(id), want }];
}
