// A server on this machine that speaks OpenAI's chat protocol, and always says the same.

import { once } from "node:events";
import { createServer } from "node:http";

export interface Chat {
  /** What `evenhand.repair.endpoint` is to be. */
  readonly url: string;
  /** The bodies of all questions to the model so far. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

export async function chat(answer: string): Promise<Chat> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      const asked = `${request.method} ${request.url}`;
      if (asked === "GET /v1/models") {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(JSON.stringify({ object: "list", data: [{ id: "scripted" }] }));
        return;
      }
      // The editor, or what watches a machine, may knock at any port that opens.
      if (asked !== "POST /v1/chat/completions") {
        response.writeHead(404).end();
        return;
      }
      requests.push(body);
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      const delta = { role: "assistant", content: answer };
      response.write(event([{ index: 0, delta, finish_reason: null }]));
      response.write(event([{ index: 0, delta: {}, finish_reason: "stop" }]));
      const usage = { prompt_tokens: 200, completion_tokens: 50, total_tokens: 250 };
      response.end(`${event([], usage)}data: [DONE]\n\n`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port to be had");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function event(choices: readonly object[], usage?: object): string {
  const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "scripted" };
  return `data: ${JSON.stringify({ ...chunk, choices, usage })}\n\n`;
}
