/** Files and folders that `make generate` needs in a copy of the tree, beside `node_modules`. */
export const generatorInputs: readonly string[] = [
  "proto",
  "third_party",
  "src",
  "test/examples/examples.json",
  "docs/decisions.yaml",
  "clients/typescript",
  "docs/clients.md",
  "docs/reference/authentication.md",
  "test/clients/generators",
  "test/store/schema.golden.txt",
  "buf.yaml",
  "buf.gen.options.yaml",
  "buf.gen.yaml",
  "package.json",
  "package-lock.json",
  "Makefile",
];
