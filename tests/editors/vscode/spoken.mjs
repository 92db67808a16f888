// The output for a screen reader: the browser's accessibility tree.
import { until } from "./workbench.mjs";

/** Matches icon-font characters and icon identifiers, which are not speakable words. */
const UNSPEAKABLE = /[\ue000-\uf8ff]|\$\(|codicon/;

/** Returns the parts of a page that have a role, in order, each with the labels of its ancestors.
 */
export async function spokenParts(page) {
  const client = await page.context().newCDPSession(page);
  try {
    const { nodes } = await client.send("Accessibility.getFullAXTree");
    const all = new Map(nodes.map((node) => [node.nodeId, node]));
    const around = (node) => {
      const out = [];
      for (let up = all.get(node.parentId); up !== undefined; up = all.get(up.parentId)) {
        if (up.name?.value) out.push(`${up.role?.value} ${up.name.value}`);
      }
      return out;
    };
    const told = nodes.filter((node) => !node.ignored && node.role?.value);
    return told.map((node) => ({ role: node.role.value, name: (node.name?.value ?? "").trim(), around: around(node) }));
  } finally {
    await client.detach();
  }
}

/** Waits until the parts with the role `role`, inside a part whose label matches `below`, have a
 * label for each of `wanted`; returns all labels. A part without a speakable label is an error. */
export async function hears(page, what, role, below, wanted) {
  let names = [];
  const inside = ({ around }) => below === undefined || around.some((name) => below.test(name));
  const told = until(what, async () => {
    names = (await spokenParts(page)).filter((part) => part.role === role && inside(part)).map(({ name }) => name);
    return wanted.every((words) => names.some((name) => words.test(name)));
  }, 60000);
  await told.catch((error) => {
    throw new Error(`${error.message}; what is spoken: ${names.join(" | ")}`);
  });
  const mute = names.find((name) => name === "" || UNSPEAKABLE.test(name));
  if (mute !== undefined) throw new Error(`${what}: “${mute}” is no name to be spoken`);
  return names;
}
