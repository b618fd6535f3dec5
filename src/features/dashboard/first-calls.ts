// What the dashboard's document asks for while the page's scripts are still read: whose session it is, and the figures.
import { askFirst } from "#lib/first-answers.ts";
import { storedToken } from "#lib/token.ts";

if (location.pathname === "/dashboard" && storedToken() !== null) {
  askFirst("/api/auth/verify", { method: "POST", body: {} });
  askFirst("/api/dashboard");
}
