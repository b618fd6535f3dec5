import { describe, expect, it } from "vitest";
import { printable } from "../../../clients/typescript/src/terminal.ts";

describe("a terminal", () => {
  it("is sent no sequence that moves its cursor, colors it, names it or rings", () => {
    const hostile =
      "\u001b[2J\u001b]0;title\u0007A\u001b[31mpple\u001b[0m\r\u009b1mInc.\u0008\u0000\nSociété “Ü” 円 \u001b]8;;https://x.example\u0007link\u001b]8;;\u0007";
    expect(printable(hostile)).toBe("AppleInc.\nSociété “Ü” 円 link");
  });
});
