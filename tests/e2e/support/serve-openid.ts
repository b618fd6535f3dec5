// Serves an OpenID provider beside the product, at which people sign in.
import { openIdServer, serveOpenId } from "../../attack/support/openid-provider.ts";

const { server, issuer } = await openIdServer(Number(process.env.OPENID_PORT));
serveOpenId(server, issuer, process.env.APP_ORIGIN ?? "");
console.log(`An OpenID provider listens at ${issuer}`);
