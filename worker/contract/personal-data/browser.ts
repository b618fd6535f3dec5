import { retentionDays, retentionHours } from "../retention.ts";
import { type DataGroup, days } from "./datum.ts";

export const browserData: DataGroup = {
  id: "browser-data",
  title: "In your browser",
  data: [
    {
      what: "Cookie: your session",
      why: "Keeps you signed in; scripts cannot read it",
      retention: `Until you sign out, at most ${days(retentionDays.session)}`,
      where: ["cookie:beatcast_session"],
    },
    {
      what: "Cookie: a signed note that this browser has signed in to your account before",
      why: "Lets you sign in while strangers try passwords for your account",
      retention: `At most ${days(retentionDays.knownDevice)}`,
      where: ["cookie:beatcast_device"],
    },
    {
      what: "Cookie: which state of our database your last change made",
      why: "Shows you your own changes at once, wherever you read; says nothing about you",
      retention: `At most ${retentionHours.bookmark} hour`,
      where: ["cookie:beatcast_bookmark"],
    },
    {
      what: "Cookie: the secret of each checkout begun without an account",
      why: "Ties the checkout to your browser",
      retention: `${retentionHours.checkoutSecret} hours`,
      where: ["cookie:beatcast_checkout_"],
    },
    {
      what: "Local storage: your sign-in token",
      why: "Keeps you signed in in every tab",
      retention: "Until you sign out",
      where: ["local:auth_token"],
    },
    {
      what: "Local storage: light or dark theme",
      why: "Shows the theme you chose",
      retention: "Until you clear it",
      where: ["local:theme"],
    },
    {
      what: "Session storage: your account number, the analysis under way and the prediction shown last",
      why: "Finds them again after a reload",
      retention: "Until you close the tab",
      where: ["session:beatcast.analysis"],
    },
    {
      what: "Local storage: your account number and which sections of a result you unfolded",
      why: "Shows the next result as you left the last",
      retention: "Until you clear it",
      where: ["local:beatcast.sections"],
    },
    {
      what: "Cache: the page that says that you are offline",
      why: "Answers without a connection; holds nothing about you",
      retention: "Until you clear it",
      where: ["cache:offline-1"],
    },
  ],
};
