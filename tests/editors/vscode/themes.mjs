// Light, dark and both high-contrast themes: everything shown in one is shown in each. The
// screenshots are for visual review.
import { log, until } from "./workbench.mjs";

const THEMES = {
  light: { name: "Default Light Modern", sign: "vs" },
  dark: { name: "Default Dark Modern", sign: "vs-dark" },
  "high-contrast-dark": { name: "Default High Contrast", sign: "hc-black" },
  "high-contrast-light": { name: "Default High Contrast Light", sign: "hc-light" },
};

/** Shows the page in each theme, and restores the settings. `isShown` checks that everything is
 * still visible; `name` is the name of the screenshots. */
export async function inEveryTheme(page, { change, settings, shot, name, isShown }) {
  for (const [theme, { name: title, sign }] of Object.entries(THEMES)) {
    change({ ...settings, "workbench.colorTheme": title });
    await until(`the theme ${title}`, () => page.locator(`.monaco-workbench.${sign}`).count());
    await until(`${name} in ${title}`, isShown);
    await shot(`${name}-${theme}`);
  }
  change(settings);
  await until("the light theme", () => page.locator(".monaco-workbench.vs").count());
  log(`${name}: shown in ${Object.keys(THEMES).length} themes`);
}
