/** Shows one line; without a terminal, it prints a line for each step that ends. */
export function openProgress({ isTTY = false, write } = { isTTY: process.stdout.isTTY, write: writeOut }) {
  const startedAt = Date.now();
  const running = new Set();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  const draw = () => write(`\r\u001b[K  ${[...running].join(", ")} … ${seconds()}`);
  const timer = isTTY ? setInterval(draw, 250) : undefined;
  timer?.unref();
  return {
    async step(name, work) {
      running.add(name);
      const result = await work;
      running.delete(name);
      if (!isTTY) write(`  ${name}: done after ${seconds()}\n`);
      return result;
    },
    end() {
      clearInterval(timer);
      if (isTTY) write("\r\u001b[K");
    },
  };
}

function writeOut(text) {
  process.stdout.write(text);
}
