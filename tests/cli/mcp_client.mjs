// What the official client for TypeScript makes of the server: prints the tools and two answers.
// Run by test_cli_mcp.py as: mcp_client.mjs CODE COMMAND ARGUMENT ...
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [code, command, ...args] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command, args }));

const { tools } = await client.listTools();
const checked = await client.callTool({ name: "check_bias", arguments: { code } });
const repaired = await client.callTool({ name: "repair_bias", arguments: { code } });
console.log(JSON.stringify({ tools, checked, repaired }));
await client.close();
