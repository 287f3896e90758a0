// `make vectors`: one line for each suite of published vectors. Ends with 1 where one falls short of its bar.
import { lineOf, loadSuites, missingFiles, passes, runSuite, vectorFolders } from "./run.ts";

const folders = vectorFolders();
for (const suite of await loadSuites()) {
  const missing = missingFiles(suite, folders);
  if (missing.length > 0) {
    console.log(`${suite.name} left out: no ${missing.join(", ")} (test/vectors/README.md says where from)`);
    continue;
  }
  const result = await runSuite(suite, folders);
  console.log(lineOf(suite, result));
  for (const note of result.notes) console.log(`  ${note}`);
  if (!passes(suite, result)) process.exitCode = 1;
}
