/**
 * A stand-in for S3: `s3rver`, which takes every write, with conditional ones and
 * listings put right. It must be loaded from where it is installed:
 *
 *     node s3_stand_in.cjs <package directory> <data directory> <bucket>
 *
 * Prints its port, and ends with its standard input.
 */
const { existsSync } = require("node:fs");
const http = require("node:http");
const { createRequire } = require("node:module");
const process = require("node:process");

const [packageDir, directory, bucket] = process.argv.slice(2);
const S3rver = createRequire(`${packageDir}/package.json`)("s3rver");
const store = new S3rver({
  directory,
  silent: true,
  configureBuckets: [{ name: bucket }],
});
/** Lists by a delimiter: `s3rver` misses what lies two levels below. */
const listAll = store.store.listObjects.bind(store.store);
store.store.listObjects = async (bucket, { delimiter, ...options }) => {
  if (!delimiter) return await listAll(bucket, options);
  const listed = await listAll(bucket, { ...options, maxKeys: Infinity });
  const { prefix = "" } = options;
  const objects = [];
  const prefixes = new Set();
  for (const object of listed.objects) {
    const end = object.key.indexOf(delimiter, prefix.length);
    if (end < 0) objects.push(object);
    else prefixes.add(object.key.slice(0, end + 1));
  }
  return { ...listed, objects, commonPrefixes: [...prefixes].sort() };
};

/** Keys that are being written on condition that they are not there. */
const writing = new Set();

function isThere(key) {
  return writing.has(key) || existsSync(`${directory}${key}._S3rver_object`);
}

function refuse(response) {
  response.writeHead(412, { "content-type": "application/xml" });
  response.end("<Error><Code>PreconditionFailed</Code></Error>");
}

store.configureBuckets().then(() => {
  const handle = store.callback();
  const server = http.createServer((request, response) => {
    const conditional = request.method === "PUT" &&
      request.headers["if-none-match"] === "*";
    if (!conditional) return handle(request, response);
    const key = decodeURIComponent(request.url.split("?")[0]);
    if (isThere(key)) {
      request.resume();
      return request.on("end", () => refuse(response));
    }
    writing.add(key);
    response.on("close", () => writing.delete(key));
    return handle(request, response);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(
    0,
    "127.0.0.1",
    () => process.stdout.write(`${server.address().port}\n`),
  );
});
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
