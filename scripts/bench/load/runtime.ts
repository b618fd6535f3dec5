import { globSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
const PAGE_BYTES = 4096;

/** Counts the runtimes that this process started. Works on Linux only. */
export function runtimeCpuMs(): number {
  return sum(serverRuntimes().map(({ ticks }) => ticks * MS_PER_TICK));
}

export function runtimeMemoryMb(): number {
  return sum(serverRuntimes().map(({ pages }) => (pages * PAGE_BYTES) / 1e6));
}

/** The bare Worker's runtime is a child process, and a served product's is a grandchild. */
function serverRuntimes(): Process[] {
  const processes = globSync("/proc/[0-9]*/stat").flatMap(processOf);
  const parentOf = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const depthOf = (pid: number): number => {
    const parent = parentOf.get(pid);
    if (parent === undefined) return Number.NaN;
    return parent === process.pid ? 1 : 1 + depthOf(parent);
  };
  return processes.filter(({ name, pid }) => name === "workerd" && depthOf(pid) > 1);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

type Process = { pid: number; name: string; parent: number; ticks: number; pages: number };

function processOf(file: string): Process[] {
  try {
    const [, pid = "", name = "", rest = ""] =
      /^(\d+) \((.*)\) (.*)$/s.exec(readFileSync(file, "utf8")) ?? [];
    const fields = rest.split(" ").map(Number);
    const [, parent = 0] = fields;
    const [userTicks = 0, systemTicks = 0] = fields.slice(11);
    const [pages = 0] = fields.slice(21);
    return [{ pid: Number(pid), name, parent, ticks: userTicks + systemTicks, pages }];
  } catch {
    return [];
  }
}
