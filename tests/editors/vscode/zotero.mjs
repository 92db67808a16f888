// A Zotero of one item with a Better BibTeX key, modelled on the documented answers of the local
// API.
import http from "node:http";

const ITEM = {
  key: "YOGAYOGA",
  version: 3,
  data: {
    key: "YOGAYOGA",
    itemType: "journalArticle",
    title: "Yoga for chronic low back pain in adults",
    DOI: "10.5555/yoga.1",
    date: "2017",
    creators: [{ creatorType: "author", firstName: "L", lastName: "Wieland" }],
    abstractNote: "Yoga improved back function at six months.",
    collections: ["COLL0001"],
  },
};
const COLLECTION = { key: "COLL0001", version: 1, data: { key: "COLL0001", name: "Back pain", parentCollection: false } };

const ANSWERS = {
  "/api/users/0/items": [ITEM],
  "/api/users/0/collections": [COLLECTION],
  "/better-bibtex/json-rpc": { jsonrpc: "2.0", id: 1, result: { YOGAYOGA: "wielandYoga2017" } },
};

/** Starts the server; returns its address and a function that ends it. */
export function serveZotero() {
  const server = http.createServer((request, response) => {
    const answer = ANSWERS[request.url.split("?")[0]];
    response.writeHead(answer === undefined ? 404 : 200, { "Content-Type": "application/json", "Last-Modified-Version": "7" });
    response.end(JSON.stringify(answer ?? {}));
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      done({ address: `http://127.0.0.1:${port}/api`, end: () => server.close() });
    });
  });
}
