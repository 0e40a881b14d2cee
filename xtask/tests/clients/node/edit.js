// Opens documents in yaml-language-server as an editor does, over stdio.
//
// Reads `[{ path, text, at }]` as JSON from standard input, and writes `[{ diagnostics, completions }]`. `at` is the text
// after which completions are asked for.

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const server = spawn(process.execPath, ["node_modules/yaml-language-server/bin/yaml-language-server", "--stdio"], {
  stdio: ["pipe", "pipe", "inherit"],
});
// A server that does not answer fails the test instead of blocking it.
setTimeout(() => {
  console.error("the language server does not answer");
  process.exit(1);
}, 300_000).unref();
process.on("exit", () => server.kill());
const waiting = new Map();
const published = new Map();
let lastId = 0;

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  server.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
  server.stdin.write(body);
}

function request(method, params) {
  const id = ++lastId;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

/** The next diagnostics of a document. */
function diagnostics(uri) {
  return new Promise((resolve) => published.set(uri, resolve));
}

function receive(message) {
  if (message.method === "workspace/configuration") {
    const settings = { yaml: { schemaStore: { enable: false } } };
    send({ id: message.id, result: message.params.items.map((item) => settings[item.section] ?? null) });
  } else if (message.method === "textDocument/publishDiagnostics") {
    published.get(message.params.uri)?.(message.params.diagnostics);
  } else if (message.method !== undefined && message.id !== undefined) {
    send({ id: message.id, result: null });
  } else if (message.error !== undefined) {
    throw new Error(JSON.stringify(message.error));
  } else {
    waiting.get(message.id)?.(message.result);
  }
}

let buffer = Buffer.alloc(0);
server.stdout.on("data", (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf("\r\n\r\n");
    const length = Number(/Content-Length: (\d+)/.exec(buffer.subarray(0, Math.max(end, 0)))?.[1]);
    if (end < 0 || buffer.length < end + 4 + length) {
      return;
    }
    const body = buffer.subarray(end + 4, end + 4 + length);
    buffer = buffer.subarray(end + 4 + length);
    receive(JSON.parse(body));
  }
});

async function edit({ path, text, at }) {
  const uri = pathToFileURL(path).href;
  const found = diagnostics(uri);
  send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "yaml", version: 1, text } } });
  const result = { diagnostics: (await found).map(({ message, range }) => `${range.start.line + 1}: ${message}`) };
  if (at !== undefined) {
    const before = text.slice(0, text.indexOf(at) + at.length).split("\n");
    const position = { line: before.length - 1, character: before.at(-1).length };
    const items = await request("textDocument/completion", { textDocument: { uri }, position });
    result.completions = items.items.map((item) => item.label);
  }
  return result;
}

const documents = JSON.parse(await text(process.stdin));
const configuration = { workspace: { configuration: true }, textDocument: { completion: {}, publishDiagnostics: {} } };
await request("initialize", { processId: process.pid, rootUri: null, capabilities: configuration });
send({ method: "initialized", params: {} });
const results = [];
for (const document of documents) {
  results.push(await edit(document));
}
console.log(JSON.stringify(results));
await request("shutdown", null);
send({ method: "exit" });
