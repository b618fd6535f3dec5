import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

type Result = Parameters<AppBridge["sendToolResult"]>[0];

/**
 * Plays a host with the bridge of the apps extension. `ask` calls a tool of the server, as a host does for its
 * view.
 */
async function show(
  frame: HTMLIFrameElement,
  html: string,
  symbol: string,
  result: Result,
  capabilities: object,
  ask: (name: string, input: unknown) => Promise<Result>,
): Promise<{ opened: string[]; heights: number[] }> {
  const seen = { opened: [] as string[], heights: [] as number[] };
  const bridge = new AppBridge(null, { name: "host", version: "1" }, capabilities, {
    hostContext: { theme: "dark" },
  });
  const isReady = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve();
  });
  bridge.onopenlink = async ({ url }) => {
    seen.opened.push(url);
    return {};
  };
  bridge.oncalltool = ({ name, arguments: input }) => ask(name, input);
  bridge.onsizechange = ({ height }) => void seen.heights.push(height ?? 0);
  const inside = frame.contentWindow as Window;
  await bridge.connect(new PostMessageTransport(inside, inside));
  frame.srcdoc = html;
  await isReady;
  await bridge.sendToolInput({ arguments: { symbol } });
  await bridge.sendToolResult(result);
  return seen;
}

Object.assign(globalThis, { show });
