// Runs the suite given in the environment once the workbench has started, and writes the results.
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
