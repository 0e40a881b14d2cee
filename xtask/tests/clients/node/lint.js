// The recommended rules of Redocly and the OpenAPI rules of Spectral; a warning counts as an error. Further arguments
// are rules of Redocly that are left out.
import { readFileSync } from "node:fs";

import { createConfig, lint } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import parsers from "@stoplight/spectral-parsers";
import rulesets from "@stoplight/spectral-rulesets";

const [, , ref, ...omitted] = process.argv;

const rules = Object.fromEntries(omitted.map((rule) => [rule, "off"]));
const config = await createConfig({ extends: ["recommended"], rules });
const redocly = await lint({ ref, config });
const problems = redocly.map(
  ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`,
);

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [[rulesets.oas, "recommended"]] });
const text = readFileSync(ref, "utf8");
const found = await linter.run(new spectral.Document(text, parsers.Yaml, ref));
problems.push(...found.map(({ code, message, path }) => `${code}: ${message} at ${path.join("/")}`));

for (const problem of problems) {
  console.error(problem);
}
process.exitCode = problems.length === 0 ? 0 : 1;
