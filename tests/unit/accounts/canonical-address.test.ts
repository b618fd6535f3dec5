import { describe, expect, it } from "vitest";
import { canonicalAddress } from "#accounts/mail/canonical-address.ts";

describe("the canonical address", () => {
  it.each([
    ["Ada@Example.com", "ada@example.com"],
    ["ada+beatcast@example.com", "ada@example.com"],
    ["ada+a+b@example.com", "ada@example.com"],
    ["a.d.a@example.com", "a.d.a@example.com"],
    ["a.d.a@gmail.com", "ada@gmail.com"],
    ["A.da+x.y@GoogleMail.com", "ada@gmail.com"],
    ["ａｄａ@example.com", "ada@example.com"],
    ["ada@example.com.", "ada@example.com"],
    ["+tag@example.com", "+tag@example.com"],
    ["A.d_a-x@ProtonMail.com", "adax@proton.me"],
    ["adax+1@pm.me", "adax@proton.me"],
    ["ada.x@ya.ru", "ada-x@yandex.ru"],
    ["ada-x+news@yandex.com", "ada-x@yandex.ru"],
    ["ada-x@yandex.uz", "ada-x@yandex.ru"],
    ["ada-x@narod.ru", "ada-x@yandex.ru"],
    ["ada.x@me.com", "ada.x@icloud.com"],
    ["ada.x@mac.com", "ada.x@icloud.com"],
    ["ada@notme.com", "ada@notme.com"],
    ["...@gmail.com", "...@gmail.com"],
  ])("of %s is %s", (email, canonical) => {
    expect(canonicalAddress(email)).toBe(canonical);
  });
});
