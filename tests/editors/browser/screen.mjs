// Renders a terminal screen as a picture: `node screen.mjs TEXT PICTURE`, where TEXT is a file with
// the output of `tmux capture-pane -p -e`.
import fs from "node:fs";
import { launch } from "./chromium.mjs";

const [file, picture] = process.argv.slice(2);
const FRONT = "#d8d8d8";
const BACK = "#181818";
const BASIC = [
  ["#181818", "#d06c6c", "#8fae6a", "#d7b36a", "#6f9fd8", "#b48ead", "#6fb3b8", "#d8d8d8"],
  ["#6a6a6a", "#ef8f8f", "#b2cf8f", "#efd08f", "#93bcec", "#cfb0cc", "#93cfd3", "#ffffff"],
].flat();

/** Returns a colour of the 256-colour palette. */
function numbered(n) {
  if (n < 16) return BASIC[n];
  if (n >= 232) {
    const grey = 8 + (n - 232) * 10;
    return `rgb(${grey},${grey},${grey})`;
  }
  const part = (divisor) => [0, 95, 135, 175, 215, 255][Math.floor((n - 16) / divisor) % 6];
  return `rgb(${part(36)},${part(6)},${part(1)})`;
}

/** Returns the style after a sequence of "select graphic rendition" parameters (ECMA-48, 8.3.117).
 */
function after(style, sequence) {
  const out = { ...style };
  const numbers = sequence.split(/[;:]/).map(Number);
  for (let at = 0; at < numbers.length; at++) {
    const n = numbers[at];
    if (n === 0) for (const name of Object.keys(out)) delete out[name];
    else if (n === 1) out.bold = true;
    else if (n === 3) out.italic = true;
    else if (n === 4) out.underline = true;
    else if (n === 7) out.inverse = true;
    else if (n === 9) out.strike = true;
    else if (n === 22) delete out.bold;
    else if (n === 23) delete out.italic;
    else if (n === 24) delete out.underline;
    else if (n === 27) delete out.inverse;
    else if (n === 29) delete out.strike;
    else if (n === 39) delete out.front;
    else if (n === 49) delete out.back;
    else if (n >= 30 && n <= 37) out.front = BASIC[n - 30];
    else if (n >= 40 && n <= 47) out.back = BASIC[n - 40];
    else if (n >= 90 && n <= 97) out.front = BASIC[n - 82];
    else if (n >= 100 && n <= 107) out.back = BASIC[n - 92];
    else if ([38, 48, 58].includes(n)) {
      let colour;
      if (numbers[at + 1] === 5) {
        colour = numbered(numbers[at + 2]);
        at += 2;
      } else {
        colour = `rgb(${numbers.slice(at + 2, at + 5).join(",")})`;
        at += 4;
      }
      if (n === 38) out.front = colour;
      if (n === 48) out.back = colour;
    }
  }
  return out;
}

function css(style) {
  const front = style.front ?? FRONT;
  const back = style.back ?? BACK;
  const lines = [style.underline && "underline", style.strike && "line-through"].filter(Boolean).join(" ");
  return [
    `color:${style.inverse ? back : front}`,
    `background:${style.inverse ? front : back}`,
    style.bold && "font-weight:bold",
    style.italic && "font-style:italic",
    lines && `text-decoration:${lines}`,
  ]
    .filter(Boolean)
    .join(";");
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
let style = {};
let html = "";
for (const [part] of fs.readFileSync(file, "utf8").matchAll(/\x1b\[[0-9;:]*m|\x1b[()].|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[^\x1b]+|\x1b/g)) {
  const graphic = part.match(/^\x1b\[([0-9;:]*)m$/);
  if (graphic) style = after(style, graphic[1]);
  else if (!part.startsWith("\x1b")) html += `<span style="${css(style)}">${escaped(part)}</span>`;
}
const browser = await launch();
try {
  const page = await browser.newPage({ deviceScaleFactor: 1.5 });
  await page.setContent(
    `<body style="margin:0;background:${BACK}"><pre style="display:inline-block;margin:0;padding:10px;font:14px/1.3 'DejaVu Sans Mono',monospace">${html}</pre>`,
  );
  await page.locator("pre").screenshot({ path: picture });
} finally {
  await browser.close();
}
