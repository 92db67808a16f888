// What a screen reader is told: the browser's own tree of roles and names.
import { until } from "./workbench.mjs";

/** What stands in a label as a sign of an icon font, or as the name of one, and is no word to be spoken. */
const UNSPEAKABLE = /[\ue000-\uf8ff]|\$\(|codicon/;

/** The parts of a page that have a role, in their order, each with the names of those around it. */
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

/** Waits until what is spoken in the roles `role`, below a part that is called so, has a name for each of `wanted`; gives
 * all the names. A part without a name in plain words is a fault. */
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
