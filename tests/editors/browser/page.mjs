// Opens a page of HTML in a browser: `node page.mjs PAGE PICTURE` prints its observations as JSON
// and writes a screenshot of the top of the page.
import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";

const [file, picture] = process.argv.slice(2);
const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 760 } });
  const complaints = [];
  const asked = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: picture });

  /** Returns how many pixels the page overflows a window of this width. */
  async function beyond(width) {
    await page.setViewportSize({ width, height: 900 });
    return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  }
  const beyondTheEdge = { phone: await beyond(400), desk: await beyond(1280) };

  // Each box is ticked from the keyboard; its accessible name is what a screen reader speaks.
  const boxes = page.getByRole("checkbox");
  const ticked = [];
  for (const box of await boxes.all()) {
    await box.focus();
    await page.keyboard.press("Space");
    if (await box.isChecked()) ticked.push(await box.evaluate((it) => it.labels?.[0]?.innerText.trim() ?? ""));
  }

  /** Returns the colours of the text and the background. */
  async function colours(colorScheme) {
    await page.emulateMedia({ colorScheme });
    return page.evaluate(() => {
      const canvas = getComputedStyle(document.documentElement).colorScheme;
      return { text: getComputedStyle(document.body).color, canvas };
    });
  }
  const dark = await colours("dark");
  const light = await colours("light");
  await page.emulateMedia({ media: "print" });
  const paper = await page.pdf({ format: "A4" });

  const articles = await page.locator("article").count();
  const rows = await page.locator("tr").count();
  const text = await page.evaluate(() => document.body.innerText);
  const told = { complaints, asked, beyondTheEdge, ticked, dark, light, articles, rows, text, paper: paper.length };
  console.log(JSON.stringify(told));
} finally {
  await browser.close();
}
