// Runs the suite that the environment names as soon as the workbench is up, and writes what came of it.
const fs = require("fs");
exports.activate = () => {
  const result = process.env.EDITOR_TEST_RESULT;
  if (!result) return;
  const write = (value) => {
    fs.writeFileSync(`${result}.new`, JSON.stringify(value, null, 1));
    fs.renameSync(`${result}.new`, result);
  };
  require("./suite.js")
    .run(process.env.EDITOR_TEST_SUITE)
    .then(write, (error) => write({ version: "?", tests: [{ name: "the suite", error: String(error.stack) }] }));
};
