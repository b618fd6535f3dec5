// An OpenID provider beside the served product, as one that people sign in at.
import { openIdServer, serveOpenId } from "../../attack/support/openid-provider.ts";

const { server, issuer } = await openIdServer(Number(process.env.OPENID_PORT));
serveOpenId(server, issuer, process.env.APP_ORIGIN ?? "");
console.log(`An OpenID provider listens at ${issuer}`);
