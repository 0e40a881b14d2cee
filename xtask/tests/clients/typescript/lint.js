// The recommended rules of Redocly; a warning counts as an error.
import { createConfig, lint } from "@redocly/openapi-core";

const [, , ref] = process.argv;
const config = await createConfig({ extends: ["recommended"] });
const problems = await lint({ ref, config });
for (const { ruleId, message, location } of problems) {
  console.error(`${ruleId}: ${message} at ${location[0]?.pointer}`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
