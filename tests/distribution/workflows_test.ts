import assert from "node:assert/strict";
import { parse } from "yaml";
import manifest from "../../deno.json" with { type: "json" };

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

function read(name: string): string {
  const url = new URL(`../../.github/workflows/${name}.yml`, import.meta.url);
  return Deno.readTextFileSync(url);
}

const WORKFLOWS: Readonly<Record<"ci" | "release", Workflow>> = {
  ci: parse(read("ci")),
  release: parse(read("release")),
};

/** What is wrong with a workflow, in words. */
function problemsOf({ permissions, jobs }: Workflow): string[] {
  const tasks = new Set(Object.keys(manifest.tasks));
  const problems: string[] = [];
  for (const [name, job] of Object.entries(jobs)) {
    if (!job.permissions && !permissions) problems.push(`${name}: permissions`);
    if (!job["timeout-minutes"]) problems.push(`${name}: no time limit`);
    for (const { uses, run = "" } of job.steps) {
      // A tag can be moved to other code, a commit cannot.
      if (uses && !/^actions\/[a-z-]+@[0-9a-f]{40}$/.test(uses)) {
        problems.push(`${name}: ${uses} is not pinned`);
      }
      for (const [, task = ""] of run.matchAll(/deno\S* task ([\w:]+)/g)) {
        if (!tasks.has(task)) problems.push(`${name}: no task ${task}`);
      }
      // An expression is put into the script before the shell reads it.
      if (/\$\{\{\s*github\./.test(run)) problems.push(`${name}: injection`);
      if (/registry/.test(run.replace(/task registry/g, ""))) {
        problems.push(`${name}: names a registry`);
      }
    }
  }
  return problems;
}

function runs({ jobs }: Workflow): string {
  return Object.values(jobs).flatMap(({ steps }) => steps)
    .map(({ run = "" }) => run).join("\n");
}

for (const [name, workflow] of Object.entries(WORKFLOWS)) {
  Deno.test(`${name}.yml names existing tasks, pinned actions and permissions`, () => {
    assert.deepEqual(problemsOf(workflow), []);
  });
}

Deno.test("workflows say which version each pinned commit is", () => {
  const text = read("ci") + read("release");
  const pins = text.match(/uses: .+/g) ?? [];
  assert.ok(pins.length > 10);
  for (const pin of pins) assert.match(pin, / # v\d+\.\d+\.\d+$/);
  // One commit for each action, so that both workflows run the same code.
  const actions = new Set(pins.map((pin) => pin.split("@")[0]));
  assert.equal(new Set(pins).size, actions.size);
});

Deno.test("the check of workflows finds what is planted", () => {
  const planted = problemsOf({
    on: {},
    jobs: {
      bad: {
        steps: [
          { uses: "actions/checkout@v4" },
          { run: 'npx -y deno@2.9.6 task nothing "${{ github.ref_name }}"' },
          { run: "npm publish --registry=x" },
        ],
      },
    },
  });
  assert.deepEqual(planted, [
    "bad: permissions",
    "bad: no time limit",
    "bad: actions/checkout@v4 is not pinned",
    "bad: no task nothing",
    "bad: injection",
    "bad: names a registry",
  ]);
});

Deno.test("ci.yml reads only, and runs for pushes and pull requests", () => {
  const { on, permissions, jobs } = WORKFLOWS.ci;
  assert.deepEqual(Object.keys(on).sort(), ["pull_request", "push"]);
  assert.deepEqual(permissions, { contents: "read" });
  for (const job of Object.values(jobs)) {
    assert.equal(job.permissions, undefined);
  }
});

Deno.test("ci.yml runs every gate on three systems and three Nodes", () => {
  const text = runs(WORKFLOWS.ci);
  const gates = ["task ok --no-test", "task test", "task build:npm"];
  for (const gate of [...gates, "npm pack", "npm publish --dry-run"]) {
    assert.ok(text.includes(gate), gate);
  }
  const { test, npm } = WORKFLOWS.ci.jobs;
  const systems = ["ubuntu-latest", "macos-latest", "windows-latest"];
  assert.deepEqual(matrixOf(test).os, systems);
  assert.deepEqual(matrixOf(npm).node, [20, 22, 24]);
});

Deno.test("release.yml runs for version tags only and grants each job the least", () => {
  const { on, permissions, jobs } = WORKFLOWS.release;
  assert.deepEqual(on, { push: { tags: ["v*"] } });
  assert.deepEqual(permissions, {});
  const granted = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, job.permissions]),
  );
  const read = { contents: "read" };
  const trusted = { "id-token": "write" };
  assert.deepEqual(granted, {
    verify: read,
    binaries: read,
    package: read,
    attest: { attestations: "write", ...trusted },
    npm: trusted,
    jsr: { ...read, ...trusted },
    github: { contents: "write" },
    mcp: trusted,
  });
});

Deno.test("release.yml builds nothing where it may publish", () => {
  for (const [name, job] of Object.entries(WORKFLOWS.release.jobs)) {
    const { permissions = {} } = job;
    const publishes = Object.values(permissions).includes("write");
    const steps = stepsOf(job);
    if (!publishes) assert.doesNotMatch(steps, /\bpublish\b|gh release/, name);
    else assert.doesNotMatch(steps, /\bdeno\S* task|npm (ci|pack)/, name);
    // What is installed there has one version.
    for (const [, spec = ""] of steps.matchAll(/npm install .*?(\S+@\S+)/g)) {
      assert.match(spec, /@\d+\.\d+\.\d+$/, name);
    }
    const fetched = /curl/.test(steps);
    assert.equal(fetched, /sha256sum --check --strict/.test(steps), name);
  }
});

Deno.test("release.yml can be run again after any of its jobs", () => {
  const { npm, github, mcp } = WORKFLOWS.release.jobs;
  assert.match(stepsOf(npm), /npm view [^]*already/);
  assert.match(stepsOf(github), /gh release view .*\|\|[^]*--clobber/);
  assert.match(stepsOf(mcp), /duplicate version/);
  const uploads = read("release").split("actions/upload-artifact").slice(1);
  for (const upload of uploads) {
    assert.match(upload.split("- uses")[0] ?? "", /overwrite: true/);
  }
});

Deno.test("release.yml publishes with provenance after trying every binary", () => {
  const { binaries, npm, jsr } = WORKFLOWS.release.jobs;
  const targets = matrixOf(binaries).include as { target: string }[];
  assert.deepEqual(targets.map(({ target }) => target).sort(), [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-gnu",
  ]);
  assert.ok(stepsOf(binaries).includes("task smoke dist/"));
  assert.match(
    stepsOf(npm),
    /npm publish .*\.tgz" --provenance --access public/,
  );
  assert.ok(stepsOf(jsr).includes("deno@2.9.6 publish"));
});

Deno.test("dependabot.yml watches both configurations and the actions", () => {
  const url = new URL("../../.github/dependabot.yml", import.meta.url);
  const { updates } = parse(Deno.readTextFileSync(url)) as {
    updates: { "package-ecosystem": string; directories?: string[] }[];
  };
  const watched = updates.map((one) => one["package-ecosystem"]);
  assert.deepEqual(watched, ["deno", "github-actions"]);
  for (const directory of updates[0]?.directories ?? []) {
    const path = `../..${directory.replace(/\/$/, "")}/deno.lock`;
    assert.ok(Deno.statSync(new URL(path, import.meta.url)).isFile);
  }
  assert.equal(updates[0]?.directories?.length, 2);
});

Deno.test("every workflow installs the one Deno that CI and README name", () => {
  const named = [".ci/run", "README.md", "docs/contributing.md"]
    .map((path) =>
      Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url))
    );
  const texts = [...named, ...Object.values(WORKFLOWS).map(runs)].join("\n");
  const versions = [...texts.matchAll(/deno@([\d.]+)/g)].map(([, v]) => v);
  assert.ok(versions.length > 10);
  assert.deepEqual([...new Set(versions)].length, 1);
});

function stepsOf(job: Job | undefined): string {
  return job?.steps.map(({ run = "" }) => run).join("\n") ?? "";
}

function matrixOf(job: Job | undefined): Readonly<Record<string, unknown>> {
  const { strategy } = job as Job & {
    strategy: { matrix: Readonly<Record<string, unknown>> };
  };
  return strategy.matrix;
}
