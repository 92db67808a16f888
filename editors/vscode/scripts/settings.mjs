// Writes the settings of the server into package.json, from docs/referee.schema.json; with --check
// it only reports whether they are equal.
import fs from "node:fs";

const here = new URL("../", import.meta.url);
const schema = JSON.parse(fs.readFileSync(new URL("../../docs/referee.schema.json", here), "utf8"));
const file = new URL("package.json", here);
const manifest = JSON.parse(fs.readFileSync(file, "utf8"));

/** Titles of the groups, in display order. */
const GROUPS = [
  ["Network and sources", ["network", "contact", "sources"]],
  ["Library", ["library"]],
  ["Drafts", ["documents", "inlay_hints", "critic"]],
  ["Rules", ["rules", "check"]],
  ["Language model", ["llm", "embeddings"]],
];

/** A workspace may restrict or extend these settings but not relax them, or may set its own files.
 * In the editor only user settings are allowed; a workspace sets them in its referee.toml, where
 * the server knows their origin. */
const OF_WORKSPACE_FILES = new Set([
  "network",
  "documents.clinical",
  "library.files",
  "library.papers",
  "library.complete",
  "check.fail_on",
]);
const narrowing = (path) => OF_WORKSPACE_FILES.has(path) || /^sources\.\w+\.enabled$/.test(path);

/** Iterates over the leaves of the schema as [path, schema]. */
function* leaves(node, path = "") {
  const names = Object.keys(node.properties ?? {});
  if (names.length === 0 || path === "rules") yield [path, node];
  else for (const name of names) yield* leaves(node.properties[name], path === "" ? name : `${path}.${name}`);
}

function setting(path, leaf) {
  const own = leaf["x-own-side"] === true || narrowing(path);
  const out = { type: leaf.type, scope: own ? "machine" : "resource" };
  if (path === "rules") {
    out.default = {};
    out.description = 'The severity of each rule, or of a family as "citation/*".';
    out.additionalProperties = { type: "string", enum: leaf.additionalProperties.enum };
    out.properties = Object.fromEntries(
      Object.entries(leaf.properties).map(([rule, of]) => [
        rule,
        { type: "string", enum: of.enum, description: `${of.description}. Default: ${of.default}.` },
      ]),
    );
    return out;
  }
  for (const name of ["enum", "items", "default", "description"]) if (name in leaf) out[name] = leaf[name];
  return out;
}

const all = [...leaves(schema)];
const titled = new Set(GROUPS.flatMap(([, tops]) => tops));
const others = [...new Set(all.map(([path]) => path.split(".")[0]))].filter((top) => !titled.has(top));
const groups = [...GROUPS, ["Other", others]];
const generated = groups
  .map(([title, tops], index) => ({
    title,
    order: index + 2,
    properties: Object.fromEntries(
      tops.flatMap((top) =>
        all
          .filter(([path]) => path.split(".")[0] === top)
          .map(([path, leaf]) => [`referee.${path}`, setting(path, leaf)]),
      ),
    ),
  }))
  .filter((group) => Object.keys(group.properties).length > 0);

const own = manifest.contributes.configuration.filter((group) => group.title === "Server");
const wanted = [...own, ...generated];
if (process.argv.includes("--check")) {
  const same = JSON.stringify(wanted) === JSON.stringify(manifest.contributes.configuration);
  if (!same) console.error("package.json is stale: run `npm run settings` in editors/vscode");
  process.exit(same ? 0 : 1);
}
manifest.contributes.configuration = wanted;
fs.writeFileSync(file, JSON.stringify(manifest, null, 2) + "\n");
