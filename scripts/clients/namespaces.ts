/** A model's address for clients that group their tools, and for others. */
export interface Flattened extends AsyncDisposable {
  readonly url: string;
  /** Tells whether a client has said this to the model, wherever. */
  said(words: string): boolean;
}

/**
 * Codex offers tools in groups, `{type: "namespace", name, tools}`, and wants the
 * group's name in each call; the model library knows plain functions only. This
 * stands between the two and turns one into the other.
 */
export function flattenNamespaces(target: string): Flattened {
  const bodies: string[] = [];
  const stop = new AbortController();
  const options = { hostname: "127.0.0.1", port: 0, signal: stop.signal };
  const server = Deno.serve(
    { ...options, onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const text = await request.text();
      bodies.push(text);
      const groups = new Set<string>();
      const answer = await fetch(`${target}${pathname}${search}`, {
        method,
        headers,
        ...text === "" ? {} : { body: flatten(text, groups) },
      });
      if (groups.size === 0) return answer;
      const body = regroup(await answer.text(), groups);
      return new Response(body, answer);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    said: (words) => bodies.some((body) => body.includes(words)),
    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort();
      await server.finished;
    },
  };
}

interface Tool {
  readonly type: string;
  readonly name?: string;
  readonly tools?: readonly Tool[];
}

/** Takes the tools out of their groups, whose names it puts before theirs. */
function flatten(text: string, groups: Set<string>): string {
  const body = JSON.parse(text);
  if (!Array.isArray(body.tools)) return text;
  const tools = body.tools.flatMap((tool: Tool) => {
    if (tool.type !== "namespace" || !tool.name || !tool.tools) return [tool];
    const group = tool.name;
    groups.add(group);
    return tool.tools.map((one) => ({ ...one, name: `${group}__${one.name}` }));
  });
  return JSON.stringify({ ...body, tools });
}

/** Puts the group of each called tool beside its name again. */
function regroup(text: string, groups: ReadonlySet<string>): string {
  let result = text;
  for (const group of groups) {
    result = result.replaceAll(
      `"name":"${group}__`,
      `"namespace":"${group}","name":"`,
    );
  }
  return result;
}
