import { describe, expect, it } from "vitest";
import { fullNameSchema, profileUpdateSchema } from "#contract/account.ts";
import { plainLines, plainName } from "#contract/plain-text.ts";

const marks = ["\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"];
const unseen = ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u3164", "\u{e0041}"];

describe("attack: tags and direction marks in names", () => {
  it.each([...marks, ...unseen])("%j goes without a word", (mark) => {
    expect(fullNameSchema.parse(`${mark}Ada${mark} Lovelace${mark}`)).toBe("Ada Lovelace");
    const profile = profileUpdateSchema.parse({ company: `A${mark}B`, location: mark, bio: `x${mark}\ny` });
    expect(profile).toEqual({ company: "AB", location: "", bio: "x\ny" });
  });

  it("takes control characters for spaces, and lines only where there may be some", () => {
    expect(fullNameSchema.parse("Ada\u0000\u0007Love\nlace")).toBe("Ada Love lace");
    expect(profileUpdateSchema.parse({ bio: " one\r\ntwo\u0085\n" }).bio).toBe("one\ntwo");
  });

  it.each(["<b>Ada</b>", "<script>alert(1)</script>", "a > b", "<"])("%s is refused everywhere", (text) => {
    const fields = { fullName: text, company: text, location: text, bio: text };
    const { error } = profileUpdateSchema.safeParse(fields);
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual(
      Object.keys(fields).map((field) => [field, "Please leave out < and >."]),
    );
  });

  it("leaves no name of characters that draw nothing", () => {
    for (const name of ["", "  ", "\u200b\u200b", "\u3164"])
      expect(fullNameSchema.safeParse(name).error?.issues[0]?.message).toBe("Please enter your name.");
  });

  it("measures what is left", () => {
    expect(fullNameSchema.parse(`${"\u200b".repeat(50)}${"x".repeat(100)}`)).toHaveLength(100);
    expect(fullNameSchema.safeParse("x".repeat(101)).success).toBe(false);
  });

  it("keeps what people are called", () => {
    for (const name of ["Ægir Þórsson", "O'Brien-Łukasz", "王小明", "محمد", "Nguyễn Văn A", "Zoë 🙂"])
      expect(fullNameSchema.parse(name)).toBe(name);
  });

  it("strips them from names that others send", () => {
    expect(plainName("\u202eAda <b>Love</b>lace> &lt;i&gt;", 100)).toBe("Ada Love lace");
    expect(plainName("x".repeat(300), 200)).toHaveLength(200);
    expect(plainLines("one <b>\n\n\n\ntwo\u202e", 100)).toBe("one\n\ntwo");
  });
});
