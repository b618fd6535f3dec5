import { readAvatar, removeAvatar, saveAvatar } from "#accounts/profile/avatar.ts";
import { MAX_AVATAR_BYTES } from "#contract/account.ts";
import { readBytes } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";
import { presentUser } from "./present-user.ts";

export const avatarOperations: readonly Operation[] = [
  {
    method: "PUT",
    path: "/api/account/avatar",
    access: "user",
    handle: async (c, who) => {
      const { accounts, enforceRateLimit } = c.var.deps;
      await enforceRateLimit("avatar", who.userId);
      await saveAvatar(accounts, who.userId, await readBytes(c.req.raw, MAX_AVATAR_BYTES));
      return c.json({ user: await presentUser(c.var.deps, who.userId) });
    },
  },
  {
    method: "DELETE",
    path: "/api/account/avatar",
    access: "user",
    handle: async (c, who) => {
      await removeAvatar(c.var.deps.accounts, who.userId);
      return c.json({ user: await presentUser(c.var.deps, who.userId) });
    },
  },
  {
    method: "GET",
    path: "/api/account/avatar/:name",
    access: "user",
    handle: async (c, who) => {
      const { body, contentType } = await readAvatar(
        c.var.deps.accounts,
        who.userId,
        c.req.param("name") ?? "",
      );
      return new Response(body, {
        headers: {
          "content-type": contentType,
          // A new picture has a new name.
          "cache-control": "private, max-age=31536000, immutable",
          "content-security-policy": "default-src 'none'; sandbox",
        },
      });
    },
  },
];
