import assert from "node:assert/strict";
import { parseArgs, UsageError } from "../../src/cli/args.ts";
import { explainUsage } from "../../src/cli/usage.ts";

Deno.test("parseArgs() reads every option in both spellings", () => {
  assert.deepEqual(parseArgs(["--stdio"]), {
    kind: "serve",
    over: "stdio",
    flags: {},
    showConfig: false,
    implied: false,
  });
  const spaced = ["--stdio", "--config", "c", "--model", "m", "--debug", "d"];
  const joined = ["--stdio", "--config=c", "--model=m", "--debug=d"];
  for (const args of [spaced, joined]) {
    const command = parseArgs(args);
    assert.ok(command.kind === "serve");
    assert.deepEqual(command.flags, { config: "c", model: "m", debug: "d" });
  }
});

Deno.test("parseArgs() takes from an option what belongs to it, and no more", () => {
  const rest = {
    kind: "serve",
    over: "stdio",
    showConfig: false,
    implied: true,
  };
  for (
    const [name, value] of [["config", "c"], ["model", "m"], ["debug", "d"]]
  ) {
    const want = { ...rest, flags: { [name ?? ""]: value } };
    assert.deepEqual(parseArgs([`--${name}`, value ?? ""]), want);
    assert.deepEqual(parseArgs([`--${name}=${value}`]), want);
  }
  assert.deepEqual(parseArgs(["--stdio"]), {
    ...rest,
    flags: {},
    implied: false,
  });
});

Deno.test("parseArgs() takes --debug without a path", () => {
  for (const args of [["--debug"], ["--debug", "--stdio"]]) {
    const command = parseArgs(args);
    assert.ok(command.kind === "serve");
    assert.equal(command.flags.debug, true);
  }
});

Deno.test("parseArgs() tells showing the configuration from serving", () => {
  assert.equal(parseArgs(["--show-config"]).kind, "show-config");
  const both = parseArgs(["--show-config", "--stdio"]);
  assert.ok(both.kind === "serve" && both.showConfig);
  const none = parseArgs([]);
  assert.ok(none.kind === "serve" && none.implied);
});

Deno.test("parseArgs() lets --help and --version win", () => {
  assert.equal(parseArgs(["--stdio", "--help", "--nope"]).kind, "help");
  assert.equal(parseArgs(["-h"]).kind, "help");
  assert.equal(parseArgs(["--version"]).kind, "version");
  assert.equal(parseArgs(["-v"]).kind, "version");
});

Deno.test("parseArgs() hands over what follows manuals", () => {
  assert.deepEqual(parseArgs(["--config", "c", "manuals", "ls", "--json"]), {
    kind: "manuals",
    flags: { config: "c" },
    args: ["ls", "--json"],
  });
  assert.deepEqual(parseArgs(["--debug", "manuals", "ls"]), {
    kind: "manuals",
    flags: { debug: true },
    args: ["ls"],
  });
});

Deno.test("parseArgs() takes options of the configuration after a command, too", () => {
  const given = ["ask", "why", "--config=c", "--model", "m", "--debug", "so?"];
  assert.deepEqual(parseArgs(given), {
    kind: "ask",
    flags: { config: "c", model: "m", debug: true },
    args: ["why", "so?"],
  });
  assert.deepEqual(parseArgs(["ask", "--json", "--", "--config", "x"]), {
    kind: "ask",
    flags: {},
    args: ["--json", "--", "--config", "x"],
  });
  assert.deepEqual(parseArgs(["--json", "doctor", "--debug=d.log"]), {
    kind: "doctor",
    flags: { debug: "d.log" },
    args: ["--json"],
  });
});

Deno.test("parseArgs() serves or runs a command, not both", () => {
  for (const option of ["--stdio", "--http", "--show-config"]) {
    assert.throws(
      () => parseArgs([option, "doctor"]),
      new UsageError(`Option ${option} does not go with doctor`),
    );
  }
});

Deno.test("parseArgs() refuses what it does not know", () => {
  const bad: [string[], RegExp][] = [
    [["--hlep"], /^Unknown option --hlep$/],
    [["--stdio=1"], /--stdio takes no value/],
    [["--config"], /--config needs a value/],
    [["--model", "--stdio"], /--model needs a value/],
    [["--model="], /--model needs a value/],
    [["--debug="], /--debug needs a value/],
    [["serve"], /Unexpected argument "serve"/],
    [["Why is that?"], /"Why is that\?"; to ask a question, put ask before it/],
    [["--json"], /--json goes with --show-config, or with a command/],
    [["ask", "x", "--config"], /--config needs a value/],
    [["-x"], /Unknown option -x/],
    [["-h=1"], /Unknown option -h=1/],
  ];
  for (const [args, pattern] of bad) {
    assert.throws(() => parseArgs(args), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, pattern);
      return true;
    });
  }
});

Deno.test("parseArgs() lets a word be taken for the one that was meant", () => {
  const meant = {
    manual: "manuals",
    aks: "ask",
    docter: "doctor",
    help: "--help",
    version: "--version",
  };
  for (const [word, wanted] of Object.entries(meant)) {
    assert.throws(() => parseArgs([word]), (error) => {
      assert.ok(error instanceof UsageError);
      const said = explainUsage(error);
      assert.ok(said.includes(`"${word}"; did you mean ${wanted}?\n`), said);
      return true;
    });
  }
});

Deno.test("parseArgs() reads where to listen, which may be left out", () => {
  const cases: [readonly string[], object][] = [
    [["--http"], {}],
    [["--http", "--debug"], {}],
    [["--http", "8931"], { port: 8931 }],
    [["--http=0"], { port: 0 }],
    [["--http", "65535"], { port: 65535 }],
    [["--http", "0.0.0.0:80"], { host: "0.0.0.0", port: 80 }],
    [["--http=mcp.local:80"], { host: "mcp.local", port: 80 }],
    [["--http", "[::1]:8931"], { host: "[::1]", port: 8931 }],
  ];
  for (const [args, http] of cases) {
    const command = parseArgs(args);
    assert.ok(command.kind === "serve" && command.over === "http");
    assert.deepEqual(command.flags.http, http);
  }
  for (const wrong of ["x", "65536", "::1:80", "a b:80", "host:", ":80"]) {
    assert.throws(() => parseArgs(["--http", wrong]), /wanted \[host:\]port/);
  }
  assert.throws(() => parseArgs(["--http", "--stdio"]), /not both/);
});
